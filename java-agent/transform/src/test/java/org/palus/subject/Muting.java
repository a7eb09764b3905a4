package org.palus.subject;

/** Calls on one object, some of which may touch others. */
public final class Muting {
  private int calls;

  static int helper() {
    return 1;
  }

  static void fail() {
    throw new IllegalStateException();
  }

  long closed(int number, String text, double factor) {
    calls += number + text.length();
    return helper();
  }

  String recovers() {
    try {
      fail();
    } catch (IllegalStateException e) {
      calls += helper();
    }
    return "recovered";
  }

  void fails() {
    fail();
  }

  Object self() {
    return this;
  }

  void take(Object other) {
    calls++;
  }

  /** Each kind of call once. */
  public static void all() {
    Muting muting = new Muting();
    muting.closed(1, "text", 0.5);
    muting.self();
    muting.take("x");
    muting.recovers();
    try {
      muting.fails();
    } catch (IllegalStateException e) {
      helper();
    }
  }
}
