package app;

import demo.Threads;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.concurrent.CountDownLatch;

/**
 * Virtual threads that all live at once, each with recorded calls behind it, and how much the
 * memory of the process grew by the later ones, in MiB.
 */
public class Parked {
  public static void main(String[] args) throws Exception {
    park(500);
    long before = dataMiB();
    park(20_000);
    System.out.println(dataMiB() - before);
  }

  private static void park(int threads) throws Exception {
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    CountDownLatch used = new CountDownLatch(threads);
    CountDownLatch never = new CountDownLatch(1);
    for (int i = 0; i < threads; i++) {
      Runnable work =
          () -> {
            Threads own = new Threads();
            own.step();
            own.step();
            used.countDown();
            try {
              never.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          };
      start.invoke(null, work);
    }
    used.await();
  }

  /** What the process may write to, the memory outside of Java's heap included (proc(5)). */
  private static long dataMiB() throws Exception {
    for (String line : Files.readAllLines(Paths.get("/proc/self/status"))) {
      if (line.startsWith("VmData:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
      }
    }
    throw new IllegalStateException("no VmData");
  }
}
