package org.palus.hook;

/**
 * Keeps the code under test from ending its worker, and from starting threads: what those do would
 * come out otherwise on every run, reach edges that no statement asked for, and go on for ever.
 */
public final class Guard {
  /** Nothing was refused. */
  public static final int NOTHING = 0;

  /** An exit was refused. */
  public static final int EXIT = 1;

  /** The start of a thread was refused. */
  public static final int THREAD = 2;

  /** The JDK's own service threads, for its cleaners and pools of its own. */
  private static final String SERVICE_THREAD = "jdk.internal.misc.InnocuousThread";

  /** Whether exits and threads are refused. */
  public static volatile boolean armed;

  /** What was last refused since this was set to nothing: the program may swallow the error. */
  public static volatile int refused;

  private Guard() {}

  /** First thing in {@code Runtime.exit} and {@code Runtime.halt}. */
  public static void exit(int status) {
    if (armed) {
      refused = EXIT;
      throw ExitAttempt.INSTANCE;
    }
  }

  /** First thing in {@code Thread.start}. */
  public static void start(Thread thread) {
    if (armed && !thread.getClass().getName().equals(SERVICE_THREAD)) {
      refused = THREAD;
      throw ThreadAttempt.INSTANCE;
    }
  }
}
