package org.palus.hook;

/**
 * Identity hash codes as HotSpot gives them by default: from a generator of each thread (Marsaglia's
 * xorshift; {@code thread.cpp} and {@code synchronizer.cpp}, {@code -XX:hashCode=5}), here with a
 * beginning that is the same on every run. Objects made one after the other have hash codes in no
 * order, unlike with the counter of a search: what compares by them, or goes through a table of
 * them, does not do the same twice.
 */
public final class HashCodes implements Runnable {
  /** What each new thread begins with. Between the first two stands a word that is drawn. */
  private static final int W = 273_326_509;

  private static final int Y = 842_502_087;
  private static final int Z = 0x8767;

  /** The state is among the first fields of what the virtual machine keeps of a thread. */
  private static final int MOST_BYTES = 1024;

  private static final long EETOP = Memory.U.objectFieldOffset(Thread.class, "eetop");

  private int found = -1;

  private HashCodes() {}

  /**
   * Lets the hash codes of this thread's objects begin with a seed; where the virtual machine keeps
   * its threads otherwise, they begin with what it has drawn.
   */
  public static void seed(int seed) {
    HashCodes search = new HashCodes();
    Thread fresh = new Thread(search);
    fresh.start();
    try {
      fresh.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (search.found >= 0) {
      long state = own() + search.found;
      Memory.U.putInt(state, W);
      Memory.U.putInt(state + Integer.BYTES, seed);
      Memory.U.putInt(state + 2 * Integer.BYTES, Y);
      Memory.U.putInt(state + 3 * Integer.BYTES, Z);
    }
  }

  /** Looks for the state of a thread that has drawn nothing yet: its own. */
  @Override
  public void run() {
    long own = own();
    for (int offset = 0; offset < MOST_BYTES && found < 0; offset += Integer.BYTES) {
      if (Memory.U.getInt(own + offset) == W
          && Memory.U.getInt(own + offset + 2 * Integer.BYTES) == Y
          && Memory.U.getInt(own + offset + 3 * Integer.BYTES) == Z) {
        found = offset;
      }
    }
  }

  private static long own() {
    return Memory.U.getLong(Thread.currentThread(), EETOP);
  }
}
