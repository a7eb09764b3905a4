package org.palus.subject;

/** Objects under construction: failures on both sides of the super call, escapes, inner classes. */
public final class Constructors {
  private Constructors() {}

  static int check(int n) {
    if (n < 0) {
      throw new IllegalArgumentException();
    }
    return n;
  }

  static class Base {
    static Base escaped;
    final int n;

    Base(int n) {
      this.n = n;
      if (n == 13) {
        escaped = this;
        touch();
        throw new IllegalStateException();
      }
    }

    void touch() {}
  }

  static class Derived extends Base {
    private long width;

    Derived(int n) {
      super(n > 5 ? check(n) : check(-n));
      width = n;
    }

    Derived(Base other, long width) {
      this(new Derived(9).n);
      this.width = width;
    }
  }

  public static void plain() {
    new Derived(8);
  }

  public static void chained() {
    new Derived(null, 1L);
  }

  public static void failsBeforeSuper() {
    new Derived(1);
  }

  public static void failsInSuper() {
    new Derived(13);
  }

  static class Catching extends Base {
    int state;

    Catching(String s) {
      super(s == null ? 0 : s.length());
      try {
        state = Integer.parseInt(s);
      } catch (NumberFormatException e) {
        state = -1;
      }
      while (state > 0) {
        state--;
        if (state == 1) {
          return;
        }
      }
    }
  }

  public static void catches() {
    new Catching("x");
  }

  class Inner {
    final int x;

    Inner(int x) {
      this.x = x;
    }
  }

  public static Object anonymous() {
    int captured = 3;
    Object inner = new Constructors().new Inner(2);
    return new Object() {
      @Override
      public String toString() {
        return "" + captured + inner;
      }
    }.toString().length();
  }
}
