package org.palus.verify;

import java.io.PrintStream;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Prints what becomes of each test, and of each class that could not even start its tests. */
final class Reporter implements TestExecutionListener {
  private static final int MESSAGE_LIMIT = 500;

  private final PrintStream out;
  private final Sink sink;
  private final Recording recording = Recording.find();
  private final Marks marks = Marks.find();
  private final Coverage coverage = Coverage.ofEachTest();
  /** What the recorder calls the test that is running; 0 while it knows of none. */
  private int recorded;

  private Watchdog watchdog;
  private TestPlan plan;
  /** Prints that the test that is running hung; null while none is. */
  private Runnable hung;

  private String currentClass = "";
  private final Set<String> started = new HashSet<>();
  private int tests;

  Reporter(PrintStream out, Sink sink) {
    this.out = out;
    this.sink = sink;
  }

  void watchedBy(Watchdog watchdog) {
    this.watchdog = watchdog;
  }

  /** What an engine reports without saying where belongs to this class. */
  synchronized void startClass(String name) {
    currentClass = name;
  }

  /** What an engine reports without saying where belongs to none: all classes start at once. */
  synchronized void startClasses() {
    currentClass = "";
  }

  /** Whether an engine came to the class. */
  synchronized boolean hasStarted(String name) {
    return started.contains(name);
  }

  /** The class has no tests that could be run. */
  synchronized void classFailed(String message) {
    print(currentClass, "", "failed", message);
  }

  @Override
  public synchronized void testPlanExecutionStarted(TestPlan started) {
    plan = started;
  }

  @Override
  public synchronized void executionStarted(TestIdentifier identifier) {
    TestSource source = source(identifier);
    if (source instanceof ClassSource) {
      ClassSource tests = (ClassSource) source;
      started.add(tests.getClassName());
      ClassLoader loader = tests.getJavaClass().getClassLoader();
      if (loader instanceof OwnLoader) {
        Thread.currentThread().setContextClassLoader(loader);
      }
    }
    if (identifier.isTest() || source instanceof ClassSource) {
      watch(() -> print(identifier, "hung", ""));
    }
    MethodSource method = identifier.isTest() ? method(identifier) : null;
    if (method != null) {
      begin(method.getClassName(), method.getMethodName());
      if (recording != null) {
        recorded = recording.starts(method);
      }
    }
  }

  /** Says which test runs, in case that it ends the JVM. */
  private void begin(String type, String method) {
    tell("begun", type, method);
    out.flush();
  }

  private void watch(Runnable hung) {
    this.hung = hung;
    sink.wasWritten();
    watchdog.start();
  }

  /** A test starts without an engine. */
  synchronized void startTest(String type, String method) {
    watch(() -> print(type, method, "hung", ""));
    begin(type, method);
  }

  /**
   * It ended.
   *
   * @param failure null when it passed
   */
  synchronized void endTest(String type, String method, Throwable failure) {
    watchdog.stop();
    hung = null;
    print(type, method, outcome(failure != null), failure == null ? "" : message(failure));
  }

  private String outcome(boolean hasFailed) {
    boolean hasPrinted = sink.wasWritten();
    return hasFailed ? "failed" : hasPrinted ? "printed" : "passed";
  }

  @Override
  public synchronized void executionSkipped(TestIdentifier identifier, String reason) {
    if (identifier.isTest()) {
      print(identifier, "failed", "skipped: " + reason);
    }
  }

  @Override
  public synchronized void executionFinished(
      TestIdentifier identifier, TestExecutionResult result) {
    if (recorded != 0 && identifier.isTest()) {
      recording.ends(recorded);
      recorded = 0;
    }
    watchdog.stop();
    hung = null;
    boolean hasFailed = result.getStatus() != TestExecutionResult.Status.SUCCESSFUL;
    if (identifier.isTest() || hasFailed) {
      String message = result.getThrowable().map(Reporter::message).orElse("");
      print(identifier, outcome(hasFailed), message);
    }
  }

  /** The test that is running does not end. */
  synchronized void hung() {
    if (hung != null) {
      hung.run();
    }
    out.flush();
  }

  /** There is no time for the tests that have not begun. */
  synchronized void late() {
    tell("late");
  }

  synchronized void done() {
    tell("done", tests);
    out.flush();
  }

  private void print(TestIdentifier identifier, String outcome, String message) {
    TestSource source = source(identifier);
    MethodSource method = method(identifier);
    if (method != null) {
      print(method.getClassName(), method.getMethodName(), outcome, message);
    } else if (source instanceof ClassSource) {
      print(((ClassSource) source).getClassName(), "", outcome, message);
    } else if (!currentClass.isEmpty()) {
      print(currentClass, "", outcome, message);
    }
  }

  private void print(String type, String method, String outcome, String message) {
    tests++;
    int length = Math.min(message.length(), MESSAGE_LIMIT);
    tell("test", type, method, outcome, message.substring(0, length));
    if (coverage != null) {
      coverage.ended(type, method);
    }
    if (marks != null) {
      marks.take().ifPresent(reached -> tell("reached", type, method, reached));
    }
    out.flush();
  }

  /** On a line of its own, whatever a test has written where only we should. */
  private void tell(Object... columns) {
    out.println();
    out.println(Line.of(columns));
  }

  /**
   * The method that a test is, or is made by: dynamic tests are those of their factory.
   *
   * @return null when there is none
   */
  private MethodSource method(TestIdentifier identifier) {
    TestIdentifier at = identifier;
    while (at != null) {
      TestSource source = source(at);
      if (source instanceof MethodSource) {
        return (MethodSource) source;
      }
      boolean isMade = identifier.isTest() && plan != null;
      at = isMade ? plan.getParent(at).orElse(null) : null;
    }
    return null;
  }

  private static TestSource source(TestIdentifier identifier) {
    Optional<TestSource> source = identifier.getSource();
    return source.orElse(null);
  }

  /** Asking an exception of the program for its message may fail like any of its code. */
  private static String message(Throwable failure) {
    try {
      return failure.toString();
    } catch (Throwable broken) {
      return failure.getClass().getName();
    }
  }
}
