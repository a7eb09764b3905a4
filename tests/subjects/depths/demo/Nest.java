package demo;

/** A list in a list in a list: its methods call themselves as deep as it goes. */
public class Nest {
  private final Nest inner;

  public Nest(Nest inner) {
    this.inner = inner;
  }

  public Nest inner() {
    return inner;
  }

  /** Recorded at each level, for its objects are followed. */
  public int depth() {
    return inner == null ? 1 : 1 + inner.depth();
  }

  /** Calls one that may return an object that is followed, with so many calls around it that stay. */
  public static Object descend(Nest nest, int levels) {
    return levels == 0 ? Plain.find(2000) : descend(nest, levels - 1);
  }

  /** Does not end. */
  public static int overflow() {
    return Plain.bottomless(null);
  }
}
