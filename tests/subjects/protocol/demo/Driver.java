package demo;

/** The way in: nobody else makes connections. */
public class Driver {
  static final String SCHEME = "tiny:";

  public Connection connect(String url) {
    if (!url.startsWith(SCHEME)) {
      throw new IllegalArgumentException("not for this driver: " + url);
    }
    return new Connection(this, url.substring(SCHEME.length()));
  }
}
