package org.palus.hook;

/** The code under test tried to start a thread. */
public final class ThreadAttempt extends Abort {
  /** The only one. */
  public static final ThreadAttempt INSTANCE = new ThreadAttempt();

  private static final long serialVersionUID = 1;

  private ThreadAttempt() {
    super("tried to start a thread");
  }
}
