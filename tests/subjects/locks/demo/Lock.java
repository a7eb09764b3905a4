package demo;

/** Opens for few numbers, and for none before it is armed. */
public final class Lock {
  private int code;

  public void arm(int code) {
    if (code < 1000) {
      throw new IllegalArgumentException("too small");
    }
    this.code = code;
  }

  public String open(int x, int y) {
    if (code == 0) {
      return "not armed";
    }
    if (x - 48271 == code - 1234 && y + 11 == x - 3) {
      return "open";
    }
    if (x < 5 && x > code) {
      return "never";
    }
    return "shut";
  }

  /** What decides here is no order between numbers. */
  public boolean isMaster(int key) {
    return (key ^ key >>> 7) * 31 == 0x5EED1234;
  }

  /** What it asks before is nobody's code. */
  public String hint(int x, int y) {
    String language = System.getProperty("user.language");
    return x - 31337 == y - 17 ? "warm" : language == null ? "cold" : "colder";
  }
}
