package demo;

/** Everything that could cost a worker its life: it must cost no test of {@link Harmless}. */
public class Hostile {
  public int leave(int status) {
    System.exit(status);
    return status;
  }

  public int spin(int from) {
    while (from != Integer.MIN_VALUE + 7) {
      from |= 1;
    }
    return from;
  }

  public int recurse(int depth) {
    return recurse(depth + 1) + 1;
  }

  /** The thread would go on for ever beside all that follows. */
  public boolean detach() {
    new Thread(() -> spin(0)).start();
    return true;
  }

  public void sleep() throws InterruptedException {
    Thread.sleep(3_600_000);
  }
}
