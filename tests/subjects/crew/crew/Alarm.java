package crew;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Rings after some milliseconds. */
public class Alarm implements AutoCloseable {
  private final Timer timer = new Timer("alarm", true);
  private final CountDownLatch rung = new CountDownLatch(1);
  private volatile int rings;

  public void set(int millis) {
    if (millis < 0 || millis > 1000) {
      throw new IllegalArgumentException("nobody waits " + millis + " ms");
    }
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            rings++;
            rung.countDown();
          }
        },
        millis);
  }

  /** Whether it has rung within these milliseconds. */
  public boolean await(int millis) throws InterruptedException {
    return rung.await(millis, TimeUnit.MILLISECONDS);
  }

  public int rings() {
    return rings;
  }

  @Override
  public void close() {
    timer.cancel();
  }
}
