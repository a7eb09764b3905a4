package app;

import demo.Counter;
import demo.Sub;

/** Not recorded itself. With a number: loops so often; without: catches what constructors throw. */
public class Main {
  public static void main(String[] args) {
    Counter counter = new Counter();
    if (args.length > 0) {
      for (int i = Integer.parseInt(args[0]); i > 0; i--) {
        counter.step(i);
      }
    } else {
      for (int i = 0; i < 3; i++) {
        fail(counter);
        counter.add(i);
      }
    }
    System.out.println(counter.sum());
  }

  private static void fail(Counter counter) {
    try {
      new Sub(counter, -1);
    } catch (IllegalArgumentException expected) {
      counter.sum();
    }
  }
}
