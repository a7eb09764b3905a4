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

  public boolean start() { // starts-threads never-ended
    new Thread(Threads::spin).start();
    return true;
  }

  public int bomb() { // never-ended starts-threads
    int started = 0;
    while (started >= 0) {
      new Thread(Threads::spin).start();
      started++;
    }
    return started;
  }

  public void pool() { // never-ended starts-threads
    ExecutorService pool = Executors.newFixedThreadPool(64);
    for (int i = 0; i < 64; i++) {
      pool.submit(Threads::spin);
    }
  }

  public int parallel() { // tested non-deterministic
    return IntStream.range(0, 100_000).parallel().map(i -> i % 7).sum();
  }

  public Object later() { // tested non-deterministic
    return CompletableFuture.supplyAsync(() -> 1).join();
  }

  public Timer timer() { // tested non-deterministic
    return new Timer("tick");
  }

  /** Two locks, two threads, two orders. */
  public void deadlock() throws InterruptedException { // tested non-deterministic timed-out
    Object one = new Object();
    Object other = new Object();
    Thread first = new Thread(() -> both(one, other));
    first.start();
    both(other, one);
    first.join();
  }

  private static void both(Object outer, Object inner) {
    synchronized (outer) {
      Thread.yield();
      synchronized (inner) {
        Thread.yield();
      }
    }
  }

  public void hook() { // starts-threads
    Runtime.getRuntime().addShutdownHook(new Thread(Threads::spin));
  }

  public Cleaner cleaner() { // starts-threads
    Cleaner cleaner = Cleaner.create();
    cleaner.register(new Object(), Threads::spin);
    return cleaner;
  }

  /** Java 21 has a kind of its own. */
  public Object virtual() throws ReflectiveOperationException { // starts-threads tested non-deterministic
    Runnable spin = Threads::spin;
    return Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, spin);
  }
}
