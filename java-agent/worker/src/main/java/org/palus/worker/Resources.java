package org.palus.worker;

import java.io.FileInputStream;
import java.io.IOException;
import org.palus.hook.Gate;

/** Memory and descriptors, which one sequence can take away from all that follow. */
final class Resources {
  /** The exit code of a worker that has not enough left. */
  private static final int SPENT = 78;

  /**
   * What must be free after a collection, in bytes: in the heap, of which it is an eighth, and
   * outside of it.
   */
  private static final long ENOUGH = 50L << 20;

  private Resources() {}

  /** Whether the exception says that there was not enough. */
  static boolean areSpent(Throwable thrown) {
    if (thrown instanceof OutOfMemoryError || thrown instanceof StackOverflowError) {
      return true;
    }
    // what the C library says to EMFILE
    return thrown instanceof IOException && says(thrown, "Too many open files");
  }

  private static boolean says(Throwable thrown, String words) {
    return thrown.getClass().getName().startsWith("java.")
        && thrown.getMessage() != null
        && thrown.getMessage().contains(words);
  }

  /** Ends the worker when what was used up does not come back; the running statement is named. */
  static void check() {
    Runtime runtime = Runtime.getRuntime();
    if (hasEnough(runtime)) {
      return;
    }
    System.gc();
    System.gc();
    if (!hasEnough(runtime)) {
      Gate.leave(SPENT);
    }
  }

  private static boolean hasEnough(Runtime runtime) {
    return free(runtime) >= ENOUGH && hasDescriptor() && Gate.hasMemory(ENOUGH);
  }

  private static long free(Runtime runtime) {
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }

  private static boolean hasDescriptor() {
    try (FileInputStream in = new FileInputStream("/dev/null")) {
      return in.read() < 0;
    } catch (IOException e) {
      return false;
    }
  }
}
