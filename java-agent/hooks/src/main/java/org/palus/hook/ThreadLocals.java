package org.palus.hook;

/** What a thread keeps in {@code ThreadLocal}s: its own table and the one for its children. */
public final class ThreadLocals {
  private static final long OWN = offset("threadLocals");
  private static final long FOR_CHILDREN = offset("inheritableThreadLocals");

  private ThreadLocals() {}

  /** Empties those of the current thread, as if it were a new one; its tables are made when needed. */
  public static void forget() {
    Thread thread = Thread.currentThread();
    Memory.U.putReference(thread, OWN, null);
    Memory.U.putReference(thread, FOR_CHILDREN, null);
  }

  private static long offset(String name) {
    return Memory.U.objectFieldOffset(Thread.class, name);
  }
}
