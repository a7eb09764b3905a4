import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Passes objects of known sizes to a method that does nothing; says what a call takes. */
public final class States {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** How long a stretch of calls is, in nanoseconds of processor time. */
  private static final long STRETCH = 2_000_000;

  /** How often everything is done before it counts. */
  private static final int WARM_UP = 4;

  /** The code under test. */
  static final class Kept {
    static void take(Object argument) {}
  }

  static final class Node {
    Node next;

    Node(Node next) {
      this.next = next;
    }
  }

  /** Its state is another one with each call. */
  static final class Counter {
    final Object counted;
    long calls;

    Counter(Object counted) {
      this.counted = counted;
    }
  }

  private States() {}

  private static Node list(int length) {
    Node first = null;
    for (int i = 0; i < length; i++) {
      first = new Node(first);
    }
    return first;
  }

  private static long time(Object argument, int calls) {
    Counter counter = argument instanceof Counter ? (Counter) argument : new Counter(null);
    long start = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < calls; i++) {
      counter.calls++;
      Kept.take(argument);
    }
    return THREADS.getCurrentThreadCpuTime() - start;
  }

  /** Nanoseconds a call, the median of so many stretches. */
  private static double median(Object argument, int stretches) {
    int calls = 1;
    while (time(argument, calls) < STRETCH) {
      calls *= 2;
    }
    double[] took = new double[stretches];
    for (int i = 0; i < stretches; i++) {
      took[i] = (double) time(argument, calls) / calls;
    }
    java.util.Arrays.sort(took);
    return took[stretches / 2];
  }

  private static void say(int round, double nanoseconds) {
    if (round == 0) {
      System.out.println(nanoseconds);
    }
  }

  /** Arguments: how many stretches. */
  public static void main(String[] args) {
    int stretches = Integer.parseInt(args[0]);
    Object[] known = {null, list(10), list(1000), new int[1000]};
    Object[] counted = new Object[known.length];
    for (int i = 0; i < known.length; i++) {
      counted[i] = new Counter(known[i]);
    }
    for (int round = -WARM_UP; round <= 0; round++) {
      for (Object argument : known) {
        say(round, median(argument, stretches));
      }
      for (Object argument : counted) {
        say(round, median(argument, stretches));
      }
    }
  }
}
