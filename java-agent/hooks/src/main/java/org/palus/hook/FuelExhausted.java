package org.palus.hook;

/** The code under test has used up the probes that it may pass. */
public final class FuelExhausted extends Abort {
  /** The only one. */
  public static final FuelExhausted INSTANCE = new FuelExhausted();

  private static final long serialVersionUID = 1;

  private FuelExhausted() {
    super("used up its fuel");
  }
}
