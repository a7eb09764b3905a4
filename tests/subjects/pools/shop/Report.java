package shop;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Adds numbers up, in two halves at once. */
public class Report {
  private final ExecutorService pool;

  public Report(ExecutorService pool) {
    this.pool = pool;
  }

  public long total(int... parts) throws InterruptedException, ExecutionException {
    Future<Long> first = pool.submit(() -> sum(parts, 0, parts.length / 2));
    Future<Long> second = pool.submit(() -> sum(parts, parts.length / 2, parts.length));
    return first.get() + second.get();
  }

  private static long sum(int[] parts, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += parts[i] < 0 ? 0 : parts[i];
    }
    return sum;
  }
}
