package org.palus.hook;

/** What the watchdog throws into a thread that takes too long. */
public final class Stopped extends Abort {
  /** The only one. */
  public static final Stopped INSTANCE = new Stopped();

  private static final long serialVersionUID = 1;

  private Stopped() {
    super("stopped by the watchdog");
  }
}
