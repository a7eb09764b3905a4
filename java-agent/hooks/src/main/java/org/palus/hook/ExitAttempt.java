package org.palus.hook;

/** The code under test tried to end the JVM. */
public final class ExitAttempt extends Abort {
  /** The only one. */
  public static final ExitAttempt INSTANCE = new ExitAttempt();

  private static final long serialVersionUID = 1;

  private ExitAttempt() {
    super("tried to end the JVM");
  }
}
