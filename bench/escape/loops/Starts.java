package loops;

/** Is never ready. */
public class Starts {
  private static final int NEVER = never();

  private static int never() {
    while (true) {
      Thread.onSpinWait();
    }
  }

  public static int value() {
    return NEVER;
  }
}
