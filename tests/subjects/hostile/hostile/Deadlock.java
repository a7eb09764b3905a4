package hostile;

/** Two locks, two threads, two orders. */
public class Deadlock {
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
}
