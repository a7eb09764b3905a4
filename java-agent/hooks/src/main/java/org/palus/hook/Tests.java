package org.palus.hook;

/**
 * Record mode: what a test method of JUnit calls when it starts and when it ends, so that what is
 * learned in between can be told by the name of the test. A listener of the JUnit Platform, where
 * the tests have one, says the same of tests that no class file shows.
 *
 * <p>A test that calls another test method stays the one that runs. Only the thread that runs the
 * test method counts: what the test starts in other threads has no origin.
 */
public final class Tests {
  private static final String JUNIT_3 = "junit.framework.TestCase";

  private static final Running RUNNING = new Running();

  private Tests() {}

  /**
   * A method with an annotation that makes it a test starts.
   *
   * @return a token for {@link #ends}
   */
  public static int starts(int method) {
    try {
      int[] running = RUNNING.get();
      if (running[0] != 0) {
        return 0;
      }
      running[0] = 1;
      write(1, method);
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
      return test != 0 && starts(test) != 0 ? test : 0;
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
      if (running[0] != 0) {
        running[0] = 0;
        write(0, method);
      }
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  private static void write(int position, int method) {
    Buffer buffer = Buffer.ofThisThread();
    buffer.keepForTest(position == 1);
    Records.write(buffer, Records.TEST, Tags.NONE, position, 0, method, 0, 0, 0);
    OpenCalls.ofThisThread().tests(position == 1);
    Executions.test(Buffer.numberOfThisThread(), method, position == 1);
  }

  /** Whether a test runs in this thread: 1 or 0. */
  private static final class Running extends ThreadLocal<int[]> {
    @Override
    protected int[] initialValue() {
      return new int[1];
    }
  }
}
