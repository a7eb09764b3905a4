package demo;

/** What returns something that may be followed, and never is. */
public final class Plain {
  private Plain() {}

  static Object find(int levels) {
    return levels == 0 ? "nothing" : find(levels - 1);
  }

  /** As deep as the stack goes, with objects that are followed at each level. */
  static int bottomless(Nest nest) {
    return 1 + bottomless(new Nest(nest));
  }
}
