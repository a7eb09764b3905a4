package app;

import demo.Gauge;
import demo.Late;
import java.io.File;
import java.util.BitSet;

/** Works until there is a file named stop, at most ten minutes; uses one more class when there is a file named late. */
public class Server {
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    long end = System.nanoTime() + 600_000_000_000L;
    long sum = 0;
    long expected = 0;
    while (!new File("stop").exists() && System.nanoTime() < end) {
      sum += work();
      expected += 3;
      if (new File("late").exists()) {
        later();
      }
      Thread.sleep(5);
    }
    System.out.println(sum == expected ? "right" : "wrong: " + sum + " for " + expected);
  }

  private static int work() {
    Gauge gauge = new Gauge();
    gauge.raise(1);
    gauge.raise(2);
    Gauge.tick();
    BitSet levels = new BitSet();
    levels.set(gauge.level());
    return levels.length() - 1;
  }

  private static void later() {
    Late late = new Late();
    late.touch();
    late.touched();
  }
}
