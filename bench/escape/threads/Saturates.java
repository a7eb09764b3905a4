package threads;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/** Fills the pool that all share. */
public class Saturates {
  public int fill() {
    for (int i = 0; i < 64; i++) {
      ForkJoinPool.commonPool().execute(Saturates::spin);
    }
    return 1;
  }

  public boolean later() {
    return CompletableFuture.runAsync(Saturates::spin).isDone();
  }

  public long stream() {
    return IntStream.range(0, 1000).parallel().peek(i -> spin()).count();
  }

  private static void spin() {
    while (true) {
      Thread.onSpinWait();
    }
  }
}
