package demo;

/** Has a pass of its own, whose class asks this one while it is initialised. */
public final class Checks {
  private static final Pass PASS = new Pass();

  private Checks() {}

  public static boolean isBlank(String text) {
    return text == null || text.isEmpty();
  }

  /** Fails for good where {@link Pass} was initialised first: then the pass here is half made. */
  public static boolean isPass(String number) {
    return PASS.accepts(number);
  }
}
