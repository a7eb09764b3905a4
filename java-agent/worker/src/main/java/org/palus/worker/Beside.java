package org.palus.worker;

import org.palus.hook.Meeting;

/** A call that a thread of its own makes, beside the one that the sequence makes. */
final class Beside implements Runnable {
  private final Callable callable;
  private final Object[] arguments;
  private final int uses;
  private Object value;
  private Throwable thrown;
  private boolean hasEnded;

  /**
   * Prepares the call.
   *
   * @param uses before it uses a field or a lock for so manieth time the sequence's own call gives up
   *     its turn; 0 for never, so that this one runs behind it
   */
  Beside(Callable callable, Object[] arguments, int uses) {
    this.callable = callable;
    this.arguments = arguments;
    this.uses = uses;
  }

  /** The sequence is about to make its own call. */
  void begin() {
    Thread thread = new Thread(this);
    thread.start();
    Meeting.after(thread, uses);
  }

  /**
   * The sequence has made its own call.
   *
   * @return whether this one had its turn before that was over
   */
  boolean end() {
    boolean hasMet = uses > 0 && !Meeting.isAhead();
    Meeting.after(null, 0);
    return hasMet;
  }

  @Override
  public void run() {
    try {
      value = callable.call(arguments);
    } catch (Throwable t) { // whatever the code under test throws is its outcome
      thrown = t;
    }
    hasEnded = true;
  }

  boolean hasEnded() {
    return hasEnded;
  }

  /** What it returned. */
  Object value() {
    return value;
  }

  /** What it threw; null when it returned. */
  Throwable thrown() {
    return thrown;
  }
}
