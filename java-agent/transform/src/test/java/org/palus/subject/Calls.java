package org.palus.subject;

import java.util.function.IntUnaryOperator;

/** Ordinary calls: arguments of all types, recursion, exceptions, lambdas, interfaces, records. */
public final class Calls {
  private Calls() {}

  static int factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
  }

  public static void recursion() {
    factorial(3);
  }

  static double mixed(
      boolean z, byte b, char c, short s, int i, long j, float f, double d, Object o) {
    long shadow = j;
    z = !z;
    return shadow + d + (z ? 1 : 0);
  }

  public static void allTypes() {
    mixed(true, (byte) -1, 'c', (short) 2, -3, 1L << 40, 0.5f, -2.5, null);
  }

  enum Colour {
    RED,
    GREEN {
      @Override
      Object name(Object o) {
        return this;
      }
    };

    Object name(Object o) {
      return o;
    }
  }

  static Object same(Object o) {
    return o;
  }

  public static void references() {
    same("text");
    same("x".repeat(300));
    same(7);
    same('q');
    same(Colour.GREEN);
    same(String.class);
    same(new int[3]);
    same(new String[][] {{}});
    same(new Calls());
  }

  public static void fail(int depth) {
    if (depth == 0) {
      throw new IllegalStateException();
    }
    fail(depth - 1);
  }

  static int recover() {
    try {
      fail(1);
      return 1;
    } catch (IllegalStateException e) {
      factorial(1);
      return 2;
    } finally {
      factorial(0);
    }
  }

  public static void caught() {
    recover();
  }

  static Object lock(Object monitor) {
    synchronized (monitor) {
      fail(0);
      return monitor;
    }
  }

  public static void escapes() {
    lock("monitor");
  }

  static int apply(IntUnaryOperator f) {
    return f.applyAsInt(4);
  }

  static int twice(int value) {
    return 2 * value;
  }

  public static void lambda() {
    apply(x -> twice(x));
  }

  interface Shape {
    static Shape unit() {
      return new Square(1);
    }

    int side();

    default int area() {
      return side() * side();
    }
  }

  record Square(int side) implements Shape {}

  public static void interfaces() {
    Shape.unit().area();
  }

  static int depth(int n) {
    return 1 + depth(n + 1);
  }

  public static int overflow() {
    int overflows = 0;
    for (int i = 0; i < 3; i++) {
      try {
        depth(0);
      } catch (StackOverflowError e) {
        overflows++;
      }
    }
    return overflows;
  }

  private static int lockedDepth(int n) {
    synchronized (Calls.class) {
      return 1 + lockedDepth(n + 1);
    }
  }

  /** The handler of a synchronized block covers itself: it must end without stack, too. */
  public static boolean overflowLocked() {
    try {
      return lockedDepth(0) < 0;
    } catch (StackOverflowError e) {
      return true;
    }
  }

  static long choose(String s) {
    switch (s) {
      case "one":
        return 1;
      case "two":
        return 2;
      default:
        return -1;
    }
  }

  public static long loops() {
    long sum = 0;
    for (int i = 0; i < 10; i++) {
      for (String s : new String[] {"one", "two", "three"}) {
        sum += choose(s);
      }
      do {
        sum++;
      } while (sum % 7 != 0);
    }
    return sum;
  }

  public static void forever() {
    int i = 0;
    while (true) {
      i++;
    }
  }
}
