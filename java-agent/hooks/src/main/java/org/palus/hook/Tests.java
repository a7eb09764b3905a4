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

  /** Whether a test runs in a thread, and which one was announced there and has not been entered. */
  private static final int IS_ON = 0;

  private static final int ANNOUNCED = 1;

  /** All tests that are announced and have not been entered; 0 where none is. */
  private static int[] announced = new int[8];

  private Tests() {}

  /**
   * A method with an annotation that makes it a test starts.
   *
   * @return a token for {@link #ends}
   */
  public static int starts(int method) {
    try {
      int[] running = RUNNING.get();
      if (running[IS_ON] != 0) {
        enters(running);
        return 0;
      }
      running[IS_ON] = 1;
      writeStart(method, isAnnounced(method));
      return 1;
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
   * @return a token for {@link #ends}
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
      int[] running = RUNNING.get();
      if (test == 0 || running[IS_ON] != 0) {
        return 0;
      }
      running[IS_ON] = 1;
      running[ANNOUNCED] = test;
      writeStart(test, false);
      announce(test);
      return test;
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return 0;
  }

  /** A test of that number ends. */
  public static void finishes(int test) {
    ends(test, test);
  }

  /** The method ends, in whatever way; a second call changes nothing. */
  public static void ends(int method, int token) {
    try {
      if (token == 0) {
        return;
      }
      int[] running = RUNNING.get();
      enters(running);
      if (running[IS_ON] != 0) {
        running[IS_ON] = 0;
        write(0, method);
        Executions.test(Buffer.numberOfThisThread(), method, false);
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
    if (running[ANNOUNCED] != 0) {
      retract(running[ANNOUNCED]);
      running[ANNOUNCED] = 0;
    }
  }

  private static synchronized void announce(int test) {
    for (int at = 0; at < announced.length; at++) {
      if (announced[at] == 0) {
        announced[at] = test;
        return;
      }
    }
    int[] more = Arrays.copyOf(announced, 2 * announced.length);
    more[announced.length] = test;
    announced = more;
  }

  private static synchronized void retract(int test) {
    for (int at = 0; at < announced.length; at++) {
      if (announced[at] == test) {
        announced[at] = 0;
        return;
      }
    }
  }

  private static synchronized boolean isAnnounced(int test) {
    for (int other : announced) {
      if (other == test) {
        return true;
      }
    }
    return false;
  }

  /** What is known of a thread, at {@link #IS_ON} and {@link #ANNOUNCED}. */
  private static final class Running extends ThreadLocal<int[]> {
    @Override
    protected int[] initialValue() {
      return new int[2];
    }
  }
}
