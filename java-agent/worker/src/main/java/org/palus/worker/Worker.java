package org.palus.worker;

import org.palus.hook.Gate;
import org.palus.hook.Guard;

/** Main class of a worker JVM; its class path is that of the code under test. */
public final class Worker {
  private Worker() {}

  /** Runs the engine on this thread, as a test runner would run tests. */
  public static void main(String[] args) {
    int status = Gate.run(Interpreter.class);
    Guard.armed = false;
    Gate.leave(status);
  }
}
