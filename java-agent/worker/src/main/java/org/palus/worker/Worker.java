package org.palus.worker;

import java.util.concurrent.locks.LockSupport;
import org.palus.hook.Chance;
import org.palus.hook.Gate;
import org.palus.hook.Guard;
import org.palus.hook.HashCodes;

/** Main class of a worker JVM; its class path is that of the code under test. */
public final class Worker {
  /** How much deeper the stack is in other surroundings. */
  private static final int FRAMES = 7;

  /** What identity hash codes begin with in other surroundings. */
  private static final int SEED = 0x5EED;

  private Worker() {}

  /**
   * Runs the engine on this thread, as a test runner would run tests.
   *
   * @param args {@code abroad} when what code sees of its surroundings is to be otherwise than it
   *     usually is: the threads beside its own, the frames below its own, what is drawn at random,
   *     and what the virtual machine says of the options that it was started with, which a test
   *     runner does not give
   */
  public static void main(String[] args) {
    int status;
    if (args.length > 0 && args[0].equals("abroad")) {
      accompany();
      System.setProperty("java.vm.info", "mixed mode");
      Chance.elsewhere();
      HashCodes.seed(SEED);
      status = runBelow(FRAMES);
    } else {
      status = Gate.run(Interpreter.class);
    }
    Guard.armed = false;
    Gate.leave(status);
  }

  private static int runBelow(int frames) {
    return frames == 0 ? Gate.run(Interpreter.class) : runBelow(frames - 1);
  }

  private static void accompany() {
    Thread bystander =
        new Thread(
            () -> {
              while (true) {
                LockSupport.park();
              }
            },
            "bystander");
    bystander.setDaemon(true);
    bystander.start();
  }
}
