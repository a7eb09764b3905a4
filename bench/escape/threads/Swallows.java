package threads;

/** Takes every way to end it for nothing. */
public class Swallows {
  public int ignore() throws InterruptedException {
    Thread thread = new Thread(Swallows::last);
    thread.start();
    thread.interrupt();
    thread.join(50);
    return 1;
  }

  public int here() {
    last();
    return 2;
  }

  private static void last() {
    while (true) {
      try {
        Thread.sleep(1000);
      } catch (Throwable swallowed) {
        continue;
      }
    }
  }
}
