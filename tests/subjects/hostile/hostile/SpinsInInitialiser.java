package hostile;

/** Is never ready. */
public class SpinsInInitialiser {
  static int turns;

  static {
    while (turns >= 0) {
      turns = turns | 1;
    }
  }

  public static int value() { // never-ended non-deterministic
    return turns;
  }
}
