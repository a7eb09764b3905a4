package threads;

/** Leaves a thread that never ends. */
public class Spins {
  public int start() {
    new Thread(Spins::spin).start();
    return 1;
  }

  public boolean daemon() {
    Thread thread = new Thread(Spins::spin);
    thread.setDaemon(true);
    thread.setPriority(Thread.MAX_PRIORITY);
    thread.start();
    return thread.isDaemon();
  }

  private static void spin() {
    while (true) {
      Thread.onSpinWait();
    }
  }
}
