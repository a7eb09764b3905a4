package threads;

import java.util.Properties;

/** Keeps a lock that everybody needs. */
public class Holds {
  public int output() {
    return keep(System.out);
  }

  public int properties() {
    Properties all = System.getProperties();
    return keep(all);
  }

  public int loader() {
    return keep(Holds.class.getClassLoader());
  }

  private static int keep(Object lock) {
    Thread thread =
        new Thread(
            () -> {
              synchronized (lock) {
                while (true) {
                  Thread.onSpinWait();
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
    return 1;
  }
}
