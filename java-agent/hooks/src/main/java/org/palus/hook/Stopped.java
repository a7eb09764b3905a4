package org.palus.hook;

/** Thrown into a thread that takes too long, by the watchdog, or would wait for ever. */
public final class Stopped extends Abort {
  /** The only one. */
  public static final Stopped INSTANCE = new Stopped();

  private static final long serialVersionUID = 1;

  private Stopped() {
    super("stopped: it takes too long");
  }
}
