package demo;

/** Says something once, when it is first needed, as a logging library does that nobody configured. */
final class Voice {
  private static int said;

  static {
    System.err.println("no voice is configured");
  }

  private Voice() {}

  static void note(String text) {
    said += text.length();
  }
}
