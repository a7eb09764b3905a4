package crew;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Counts with several threads. */
public final class Tally {
  private Tally() {}

  /** How many of the words are longer than that, counted by two threads. */
  public static int longer(int length, String... words) throws InterruptedException {
    AtomicInteger count = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (String word : words) {
      pool.execute(
          () -> {
            if (word.length() > length) {
              count.incrementAndGet();
            }
          });
    }
    pool.shutdown();
    if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
      throw new IllegalStateException("too slow");
    }
    return count.get();
  }

  /** The sum of the squares up to that number. */
  public static int squares(int last) {
    return IntStream.rangeClosed(1, Math.min(last, 1000)).parallel().map(n -> n * n).sum();
  }
}
