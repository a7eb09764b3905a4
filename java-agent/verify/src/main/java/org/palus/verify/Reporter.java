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

/** Prints what becomes of each test, and of each class that could not even start its tests. */
final class Reporter implements TestExecutionListener {
  private static final int MESSAGE_LIMIT = 500;

  private final PrintStream out;
  private Watchdog watchdog;
  private TestIdentifier running;
  private String currentClass = "";
  private final Set<String> started = new HashSet<>();
  private int tests;

  Reporter(PrintStream out) {
    this.out = out;
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
      running = identifier;
      watchdog.start();
    }
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
    watchdog.stop();
    running = null;
    boolean hasFailed = result.getStatus() != TestExecutionResult.Status.SUCCESSFUL;
    if (identifier.isTest() || hasFailed) {
      String message = result.getThrowable().map(Reporter::message).orElse("");
      print(identifier, hasFailed ? "failed" : "passed", message);
    }
  }

  /** The test that is running does not end. */
  synchronized void hung() {
    if (running != null) {
      print(running, "hung", "");
    }
    out.flush();
  }

  synchronized void done() {
    out.println(Line.of("done", tests));
    out.flush();
  }

  private void print(TestIdentifier identifier, String outcome, String message) {
    TestSource source = source(identifier);
    if (source instanceof MethodSource) {
      MethodSource method = (MethodSource) source;
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
    out.println(Line.of("test", type, method, outcome, message.substring(0, length)));
    out.flush();
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
