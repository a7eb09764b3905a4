package org.palus.hook;

/** The code under test tried to change what the whole virtual machine shares. */
public final class RefusedAttempt extends Abort {
  /** The only one. */
  public static final RefusedAttempt INSTANCE = new RefusedAttempt();

  private static final long serialVersionUID = 1;

  private RefusedAttempt() {
    super("tried to change what the whole virtual machine shares");
  }
}
