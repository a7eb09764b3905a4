package threads;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Comes back when the test is over. */
public class Schedules {
  public int timer() {
    new Timer()
        .schedule(
            new TimerTask() {
              @Override
              public void run() {
                System.exit(18);
              }
            },
            5,
            5);
    return 1;
  }

  public int executor() {
    Executors.newScheduledThreadPool(4)
        .scheduleAtFixedRate(() -> Runtime.getRuntime().halt(19), 5, 5, TimeUnit.MILLISECONDS);
    return 2;
  }
}
