package demo;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** Waits in every way that one thread can. */
public class Sleepy {
  private int naps;

  public void sleep() throws InterruptedException {
    Thread.sleep(60_000);
  }

  public void sleepByUnit() throws InterruptedException {
    TimeUnit.MINUTES.sleep(1);
  }

  public synchronized void waitForEver() throws InterruptedException {
    wait();
  }

  public synchronized void waitForAMinute() throws InterruptedException {
    this.wait(60_000);
  }

  public void join() throws InterruptedException {
    Thread.currentThread().join();
  }

  /** The JDK sleeps, for up to a second, until the collector has brought back what nobody uses. */
  public int reserve() {
    return ByteBuffer.allocateDirect(1 << 30).capacity();
  }

  /** A test may wait for so little. */
  public int nap() throws InterruptedException {
    Thread.sleep(1);
    return ++naps;
  }

  /** Throws at once. */
  public void waitWithoutLock() throws InterruptedException {
    wait(60_000);
  }
}
