package fleet;

/** Virtual threads that are started by hand. */
public class Signals {
  private int seen;

  /** The text as one thread has it, and then another. */
  public static String relay(String text) throws InterruptedException {
    StringBuilder told = new StringBuilder();
    Thread first = Thread.ofVirtual().start(() -> told.append(text).append('.'));
    first.join();
    Thread second = Thread.startVirtualThread(() -> told.append(text.length()));
    second.join();
    return told.toString();
  }

  /** How many flags were seen; two that are seen at once may count as one. */
  public int watch(int flags) throws InterruptedException {
    if (flags < 1 || flags > 8) {
      throw new IllegalArgumentException("1 to 8 flags, not " + flags);
    }
    Thread[] watchers = new Thread[flags];
    for (int i = 0; i < flags; i++) {
      watchers[i] = Thread.ofVirtual().unstarted(this::see);
      watchers[i].start();
    }
    for (Thread watcher : watchers) {
      watcher.join();
    }
    return seen;
  }

  private void see() {
    int before = seen;
    if (before < 1000) {
      seen = before + 1;
    }
  }
}
