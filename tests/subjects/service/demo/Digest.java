package demo;

/** Reads a feed to its end. */
public final class Digest {
  private final Feed feed;

  public Digest(Feed feed) {
    this.feed = feed;
  }

  /** The lines of the feed that are not empty. */
  public int lines() {
    int count = 0;
    while (feed.hasMore()) {
      if (!feed.next().isEmpty()) {
        count++;
      }
    }
    feed.close();
    return count;
  }
}
