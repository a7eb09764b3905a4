package settings;

import java.util.concurrent.ForkJoinPool;

/** Takes what others leave uncaught. */
public class Handlers {
  public int threads() {
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> System.exit(21));
    return 1;
  }

  public int own() {
    Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> System.exit(22));
    throw new IllegalStateException("caught by the handler");
  }

  public int pool() {
    ForkJoinPool.commonPool().shutdownNow();
    return 2;
  }
}
