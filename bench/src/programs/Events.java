/** Calls a method that does nothing else than return, and says what the fastest stretch took. */
public final class Events {
  private static final int CALLS = 20_000;

  /** What is recorded, or not: each call is a start, an argument and an end. */
  static final class Recorded {
    int step(int x) {
      return x + 1;
    }
  }

  private Events() {}

  /** A new object every hundred calls: one that has taken part in many is given up. */
  private static long stretch() {
    int x = 0;
    long start = System.nanoTime();
    for (int i = 0; i < CALLS; i += 100) {
      Recorded recorded = new Recorded();
      for (int j = 0; j < 100; j++) {
        x = recorded.step(x);
      }
    }
    long took = System.nanoTime() - start;
    if (x != CALLS) {
      throw new IllegalStateException();
    }
    return took;
  }

  private static double best(int stretches) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < stretches; i++) {
      best = Math.min(best, stretch());
    }
    return (double) best / CALLS;
  }

  /** Arguments: how many threads, how many stretches each. */
  public static void main(String[] args) throws InterruptedException {
    int threads = Integer.parseInt(args[0]);
    int stretches = Integer.parseInt(args[1]);
    best(stretches);
    double[] best = new double[threads];
    Thread[] running = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int index = i;
      running[i] = new Thread(() -> best[index] = best(stretches));
      running[i].start();
    }
    double worst = 0;
    for (int i = 0; i < threads; i++) {
      running[i].join();
      worst = Math.max(worst, best[i]);
    }
    System.out.println(worst);
  }
}
