package hostile;

import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.Stream;

/** Ways not to come back. */
public class Loops {
  private static final StampedLock LOCK = new StampedLock();
  private volatile int turns;

  public void spin() { // never-ended tested
    while (turns >= 0) {
      turns = turns | 1;
    }
  }

  /** Whatever is thrown into it, it goes on. */
  public void spinAndSwallow() { // never-ended timed-out
    while (true) {
      try {
        turns++;
      } catch (Throwable swallowed) {
        turns = 0;
      }
    }
  }

  /** No branch of this class is taken. */
  public boolean spinInTheJdk() { // timed-out
    return Stream.generate(Object::new).allMatch(Objects::nonNull);
  }

  public void sleep() throws InterruptedException { // timed-out
    Thread.sleep(3_600_000);
  }

  /** Catches what is thrown at it, and sleeps again. */
  public void sleepAndSwallow() { // timed-out never-ended
    while (true) {
      try {
        Thread.sleep(1_000);
      } catch (Throwable swallowed) {
        turns++;
      }
    }
  }

  public synchronized void waitForEver() throws InterruptedException { // timed-out
    wait();
  }

  public synchronized void waitForLong() throws InterruptedException { // timed-out
    wait(3_600_000);
  }

  public void joinItself() throws InterruptedException { // timed-out
    Thread.currentThread().join();
  }

  public void park() { // timed-out
    while (turns == 0) {
      LockSupport.park();
    }
  }

  public void acquire() throws InterruptedException { // timed-out
    new Semaphore(0).acquire();
  }

  /** The lock is not reentrant: the second call waits for the first, which is over. */
  public long lockForEver() { // timed-out
    LOCK.writeLock();
    return LOCK.writeLock();
  }

  @SuppressWarnings({"deprecation", "removal"})
  public void suspend() { // refused tested
    Thread.currentThread().suspend();
  }
}
