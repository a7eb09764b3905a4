package loops;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** Waits for what never comes. */
public class Waits {
  public Object queue() throws InterruptedException {
    return new LinkedBlockingQueue<>().take();
  }

  public void latch() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  public synchronized void monitor() throws InterruptedException {
    while (true) {
      wait();
    }
  }

  public void park() {
    while (true) {
      LockSupport.park();
    }
  }
}
