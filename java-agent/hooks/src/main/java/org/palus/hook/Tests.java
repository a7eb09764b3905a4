package org.palus.hook;

import java.util.Arrays;

/**
 * Record mode: what a test method of JUnit calls when it starts and when it ends, so that what is
 * learned in between can be told by the name of the test. A listener of the JUnit Platform, where
 * the tests have one, says the same of tests that no class file shows.
 *
 * <p>A test that calls another test method stays the one that runs. Only the thread that runs the
 * test method counts: what the test starts in other threads has no origin. That thread may be
 * another than the one in which a listener was told of the test, and which waits for it: JUnit runs
 * tests with a time limit so.
 */
public final class Tests {
  private static final String JUNIT_3 = "junit.framework.TestCase";

  private static final Running RUNNING = new Running();

  /** Whether a test runs in a thread, and which method of it has not been entered there. */
  private static final int IS_ON = 0;

  private static final int AWAITED = 1;

  /** Methods of announced tests that have not been entered; 0 where there is none. */
  private static int[] awaited = new int[8];

  /** The tests of these methods, which may have other names than they. */
  private static int[] announced = new int[8];

  private Tests() {}

  /**
   * A method with an annotation that makes it a test starts.
   *
   * @return the test's number for {@link #finishes}, 0 where another test runs in this thread
   */
  public static int starts(int method) {
    try {
      int[] running = RUNNING.get();
      if (running[IS_ON] != 0) {
        enters(running);
        return 0;
      }
      int test = announcedBy(method);
      running[IS_ON] = 1;
      writeStart(test == 0 ? method : test, test != 0);
      return test == 0 ? method : test;
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return 0;
  }

  /**
   * A method starts that is a test of JUnit 3 if its object is a {@code TestCase}. That is not
   * known when the class is loaded: its superclass may not have been read yet.
   *
   * @return the test's number for {@link #finishes}, 0 where it is none
   */
  public static int starts(Object self, int method) {
    try {
      for (Class<?> type = self.getClass(); type != null; type = type.getSuperclass()) {
        if (type.getName().equals(JUNIT_3)) {
          return starts(method);
        }
      }
      return 0;
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return 0;
  }

  /**
   * A test starts that a listener tells of; it is found by reflection.
   *
   * @return its number for {@link #finishes}, 0 where another test runs in this thread
   */
  public static int begins(String className, String name, String descriptor, int access) {
    try {
      int test = Trace.testId(className, name, descriptor, access);
      return begins(test, test);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return 0;
  }

  /**
   * The same of a test that is to be called after the class that it belongs to, whichever class
   * declares its method.
   */
  public static int begins(
      String className, String declaring, String name, String descriptor, int access) {
    try {
      int test = Trace.testId(className, name, "()V", 0);
      return begins(test, Trace.testId(declaring, name, descriptor, access));
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return 0;
  }

  private static int begins(int test, int method) {
    int[] running = RUNNING.get();
    if (test == 0 || running[IS_ON] != 0) {
      return 0;
    }
    running[IS_ON] = 1;
    running[AWAITED] = method;
    writeStart(test, false);
    announce(method, test);
    return test;
  }

  /** The test of that number ends, in whatever way; 0 is none, and a second call changes nothing. */
  public static void finishes(int test) {
    try {
      if (test == 0) {
        return;
      }
      int[] running = RUNNING.get();
      enters(running);
      if (running[IS_ON] != 0) {
        running[IS_ON] = 0;
        write(0, test);
        Executions.test(Buffer.numberOfThisThread(), test, false);
      }
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  private static void writeStart(int method, boolean goesOn) {
    write(1, method);
    long thread = Buffer.numberOfThisThread();
    if (goesOn) {
      Executions.testGoesOn(thread, method);
    } else {
      Executions.test(thread, method, true);
    }
  }

  private static void write(int position, int method) {
    Buffer buffer = Buffer.ofThisThread();
    buffer.keepForTest(position == 1);
    Records.write(buffer, Records.TEST, Tags.NONE, position, 0, method, 0, 0, 0);
    OpenCalls.ofThisThread().tests(position == 1);
  }

  /** A method of the test that was announced in this thread is entered, or the test ends. */
  private static void enters(int[] running) {
    if (running[AWAITED] != 0) {
      retract(running[AWAITED]);
      running[AWAITED] = 0;
    }
  }

  private static synchronized void announce(int method, int test) {
    int at = 0;
    while (at < awaited.length && awaited[at] != 0) {
      at++;
    }
    if (at == awaited.length) {
      awaited = Arrays.copyOf(awaited, 2 * at);
      announced = Arrays.copyOf(announced, 2 * at);
    }
    awaited[at] = method;
    announced[at] = test;
  }

  private static synchronized void retract(int method) {
    for (int at = 0; at < awaited.length; at++) {
      if (awaited[at] == method) {
        awaited[at] = 0;
        return;
      }
    }
  }

  /** The test that this is the method of, announced in another thread; 0 where there is none. */
  private static synchronized int announcedBy(int method) {
    for (int at = 0; at < awaited.length; at++) {
      if (awaited[at] == method) {
        return announced[at];
      }
    }
    return 0;
  }

  /** What is known of a thread, at {@link #IS_ON} and {@link #AWAITED}. */
  private static final class Running extends ThreadLocal<int[]> {
    @Override
    protected int[] initialValue() {
      return new int[2];
    }
  }
}
