package org.palus.subject;

import org.palus.testing.Truth;

/** Calls of every kind that make further ones at random, and fail at random. */
public class Trees {
  private static final RuntimeException FAILURE = new IllegalStateException("planned");

  /** Made without a constructor of its own that would be recorded. */
  private static final Trees TREES = make();

  private static Trees make() {
    return new Trees();
  }

  /** The root: whatever happens inside, it ends well. */
  public static void run(int seed) {
    Truth truth = Truth.current();
    int depth = truth.enter("Trees.run", seed);
    try {
      children(seed);
    } catch (IllegalStateException e) {
      truth.unwound(depth);
    }
    truth.exit();
  }

  static void children(int number) {
    Truth truth = Truth.current();
    truth.enter("Trees.children", number);
    for (int left = truth.draw(4); left > 0 && truth.goesOn(); left--) {
      child(truth.draw(6));
    }
    truth.exit();
  }

  static void child(int kind) {
    Truth truth = Truth.current();
    truth.enter("Trees.child", kind);
    int number = truth.draw(4);
    switch (kind) {
      case 0:
        TREES.plain(number);
        break;
      case 1:
        TREES.catching(number);
        break;
      case 2:
        new Node(number);
        break;
      case 3:
        TREES.twice(number);
        break;
      case 4:
        fail(number);
        break;
      default:
        children(number);
    }
    truth.exit();
  }

  int plain(int number) {
    Truth truth = Truth.current();
    truth.enter("Trees.plain", number);
    children(number);
    truth.exit();
    return number;
  }

  long twice(int number) {
    Truth truth = Truth.current();
    truth.enter("Trees.twice", number);
    long sum = plain(number) + (number > 1 ? twice(number - 1) : 0);
    truth.exit();
    return sum;
  }

  Object catching(int number) {
    Truth truth = Truth.current();
    int depth = truth.enter("Trees.catching", number);
    try {
      children(number);
      fail(number);
    } catch (IllegalStateException e) {
      truth.unwound(depth);
      plain(number);
    }
    truth.exit();
    return this;
  }

  static void fail(int number) {
    Truth.current().enter("Trees.fail", number);
    throw FAILURE;
  }

  static int before(int number) {
    Truth truth = Truth.current();
    truth.enter("Trees.before", number);
    children(number);
    truth.exit();
    truth.callsSuper();
    return number;
  }

  /** Its superclass's constructor may fail. */
  private static class Base {
    Base(int number) {
      Truth truth = Truth.current();
      truth.enter("Base.<init>", number);
      truth.initialised();
      children(number);
      truth.exit();
    }
  }

  private static final class Node extends Base {
    Node(int number) {
      super(before(Truth.current().entered("Node.<init>", number)));
      Truth.current().initialised();
      children(number);
      Truth.current().exit();
    }
  }
}
