package exits;

/** Ends the virtual machine of whoever loads it. */
public class ExitsInStatic {
  static {
    Runtime.getRuntime().halt(14);
  }

  public static int value() {
    return 1;
  }
}
