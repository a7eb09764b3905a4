package hostile;

import java.lang.ref.Cleaner;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Leaves threads behind. */
public class Threads {
  private static void spin() {
    while (true) {
      Thread.onSpinWait();
    }
  }

  public boolean start() { // starts-threads
    new Thread(Threads::spin).start();
    return true;
  }

  public int bomb() { // never-ended
    int started = 0;
    while (started >= 0) {
      new Thread(Threads::spin).start();
      started++;
    }
    return started;
  }

  public void pool() { // never-ended
    ExecutorService pool = Executors.newFixedThreadPool(64);
    for (int i = 0; i < 64; i++) {
      pool.submit(Threads::spin);
    }
  }

  public int parallel() { // tested
    return IntStream.range(0, 100_000).parallel().map(i -> i % 7).sum();
  }

  public Object later() { // tested
    return CompletableFuture.supplyAsync(() -> 1).join();
  }

  public Timer timer() { // tested
    return new Timer("tick");
  }

  public void hook() { // starts-threads
    Runtime.getRuntime().addShutdownHook(new Thread(Threads::spin));
  }

  public Cleaner cleaner() { // starts-threads
    Cleaner cleaner = Cleaner.create();
    cleaner.register(new Object(), Threads::spin);
    return cleaner;
  }
}
