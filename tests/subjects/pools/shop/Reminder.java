package shop;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Reminds after a while. */
public class Reminder {
  private final ScheduledExecutorService clock;
  private final AtomicInteger reminded = new AtomicInteger();

  public Reminder(ScheduledExecutorService clock) {
    this.clock = clock;
  }

  public ScheduledFuture<?> in(int millis) {
    if (millis > 10_000) {
      throw new IllegalArgumentException("too late");
    }
    return clock.schedule(reminded::incrementAndGet, millis, TimeUnit.MILLISECONDS);
  }

  public int reminded() {
    return reminded.get();
  }
}
