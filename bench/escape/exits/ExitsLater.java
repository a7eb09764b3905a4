package exits;

/** Ends the virtual machine when nobody expects it. */
public class ExitsLater {
  public int soon() {
    new Thread(() -> System.exit(5)).start();
    return 1;
  }

  public int late() {
    Thread thread =
        new Thread(
            () -> {
              long end = System.nanoTime() + 300_000_000L;
              while (System.nanoTime() < end) {
                Thread.onSpinWait();
              }
              Runtime.getRuntime().halt(6);
            });
    thread.setDaemon(true);
    thread.start();
    return 2;
  }
}
