package crew;

/** Has a thread that nobody can end. */
public class Watch {
  private volatile int ticks;

  public Watch() {
    Thread thread =
        new Thread(
            () -> {
              synchronized (this) {
                while (ticks >= 0) {
                  ticks++;
                  try {
                    wait();
                  } catch (InterruptedException e) {
                    // it goes on
                  }
                }
              }
            },
            "watch");
    thread.setDaemon(true);
    thread.start();
  }

  public int ticks() {
    return ticks;
  }
}
