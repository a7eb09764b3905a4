package threads;

/** Waits for what waits for it. */
public class Deadlocks {
  private final Object one = new Object();
  private final Object other = new Object();

  public int meet() throws InterruptedException {
    Thread first = new Thread(() -> hold(one, other));
    Thread second = new Thread(() -> hold(other, one));
    first.start();
    second.start();
    first.join();
    second.join();
    return 1;
  }

  private static void hold(Object first, Object second) {
    synchronized (first) {
      Thread.yield();
      synchronized (second) {
        Thread.yield();
      }
    }
  }
}
