package org.palus.hook;

/**
 * Ends the code under test from within: thrown once prepared, without a stack trace, so that
 * throwing it needs no memory and costs little.
 */
public abstract class Abort extends Error {
  private static final long serialVersionUID = 1;

  Abort(String message) {
    super(message, null, false, false);
  }
}
