package org.palus.hook;

/** Where a worker's Java main hands over to the native engine, and how it leaves. */
public final class Gate {
  private Gate() {}

  /**
   * Runs the engine to its end on the calling thread.
   *
   * @param interpreter class whose static methods execute sequences
   * @return exit status of the worker
   */
  public static native int run(Class<?> interpreter);

  /** Ends the process now: threads of the code under test must not keep it alive. */
  public static native void leave(int status);

  /** Whether there is so much memory left outside of the heap, in bytes. */
  public static boolean hasMemory(long bytes) {
    try {
      Memory.U.freeMemory(Memory.U.allocateMemory(bytes));
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }
}
