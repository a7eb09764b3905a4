package org.palus.worker;

import java.io.InputStream;
import java.io.PrintStream;

/** What a sequence may leave changed for those after it, put back. */
final class Surroundings {
  private final Thread thread = Thread.currentThread();
  private final ClassLoader loader = thread.getContextClassLoader();
  private final InputStream in = System.in;
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;

  void restore() {
    Thread.interrupted();
    if (thread.getContextClassLoader() != loader) {
      thread.setContextClassLoader(loader);
    }
    if (System.in != in) {
      System.setIn(in);
    }
    if (System.out != out) {
      System.setOut(out);
    }
    if (System.err != err) {
      System.setErr(err);
    }
  }
}
