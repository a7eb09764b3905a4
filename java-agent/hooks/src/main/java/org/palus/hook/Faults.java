package org.palus.hook;

/**
 * What fails in a hook, by a defect of the recorder or because there is no stack or memory left,
 * and must not reach the program. The native agent reads the counts when the recording ends.
 *
 * <p>Without stack or memory one record is lost and the others are as good as before: a suite has
 * tests that use up either. Any other fault says that the hooks are not as they should be, so the
 * thread on which it came up writes nothing any more.
 */
final class Faults {
  /** More than any record has, strings included. */
  static final int NOWHERE_BYTES = 1 << 20;

  /** Memory that nobody reads, for the records of threads that were stopped. */
  static final long NOWHERE = Memory.U.allocateMemory(NOWHERE_BYTES);

  private static final String THREAD_DEATH = "java.lang.ThreadDeath";

  /**
   * Events that were lost for want of stack or memory; about so many, for threads do not wait for
   * each other. A field and no method: where it is counted, there may be no room for a call.
   */
  static int lost;

  /** Threads that were stopped. */
  private static int stopped;

  private Faults() {}

  /** Asked for by the native agent. */
  static int lost() {
    return lost;
  }

  /** Asked for by the native agent. */
  static int stopped() {
    return stopped;
  }

  /** Nothing that happens on the current thread is recorded from now on. */
  static void stop(Throwable fault) {
    boolean isOfTheProgram = false;
    try {
      // Thread.stop reaches a thread wherever it is
      isOfTheProgram = fault.getClass().getName().equals(THREAD_DEATH);
      if (!isOfTheProgram && Buffer.ofThisThread().stop()) {
        stopped++;
      }
    } catch (Throwable another) {
      lost++;
    }
    if (isOfTheProgram) {
      throw (Error) fault;
    }
  }
}
