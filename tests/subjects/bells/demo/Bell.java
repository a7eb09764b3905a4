package demo;

/** How loudly all speak: one of its methods leaves that otherwise than it was in the beginning. */
public final class Bell {
  static int loudness = 1;

  private Bell() {}

  public static void calm() {
    loudness = 1;
  }

  public static void ease() {
    loudness = 1;
  }

  public static void hush() {
    loudness = 1;
  }

  public static void rest() {
    loudness = 1;
  }

  public static void shout() {
    loudness = 3;
  }
}
