package threads;

/** Disturbs the threads of others. */
public class Interrupts {
  public int all() {
    int count = 0;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      thread.interrupt();
      count++;
    }
    return count;
  }

  public void group() {
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    while (top.getParent() != null) {
      top = top.getParent();
    }
    top.interrupt();
  }
}
