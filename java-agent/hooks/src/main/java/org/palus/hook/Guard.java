package org.palus.hook;

/** Keeps the code under test from ending its worker. */
public final class Guard {
  /** Whether exits are refused. */
  public static volatile boolean armed;

  /**
   * Whether one was refused since this was last set to false: the program may swallow the error.
   */
  public static volatile boolean refused;

  private Guard() {}

  /** First thing in {@code Runtime.exit} and {@code Runtime.halt}. */
  public static void exit(int status) {
    if (armed) {
      refused = true;
      throw ExitAttempt.INSTANCE;
    }
  }
}
