package dice;

/** Lies in the boot loader, so that the hooks of the recorder can link to it. */
public final class Dice {
  private static final int SIDES = Integer.getInteger("dice.sides", 0);

  /** How many kinds of fault are drawn from: 2 are those behind which a thread goes on recording. */
  private static final int KINDS = Integer.getInteger("dice.kinds", 4);

  /** Made once: to walk the stack for each would take most of the time. */
  private static final RuntimeException EXCEPTION = new IllegalStateException("planted");

  private static final Error LINKAGE = new NoClassDefFoundError("planted");
  private static final Error STACK = new StackOverflowError("planted");
  private static final Error MEMORY = new OutOfMemoryError("planted");

  private static int drawn = 1;

  /** How often a hook failed. */
  public static int thrown;

  private Dice() {}

  /** Throws now and then; xorshift (Marsaglia 2003), no lock: threads may draw the same. */
  public static void roll() {
    drawn ^= drawn << 13;
    drawn ^= drawn >>> 17;
    drawn ^= drawn << 5;
    if (SIDES > 0 && Integer.remainderUnsigned(drawn, SIDES) == 0) {
      thrown++;
      switch (Integer.remainderUnsigned(drawn >>> 8, KINDS)) {
        case 0:
          throw STACK;
        case 1:
          throw MEMORY;
        case 2:
          throw EXCEPTION;
        default:
          throw LINKAGE;
      }
    }
  }
}
