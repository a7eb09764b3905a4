package org.palus.listener;

import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Tells the recorder which test runs, found by the JUnit Platform through its service file.
 *
 * <p>Test methods of JUnit the recorder knows by itself, from their class files. This listener adds
 * what no class file shows: dynamic tests, which run when their factory has long returned, what is
 * done before and after each test, and tests of other engines (TestNG, Spock, ArchUnit). In a
 * virtual machine without the recorder it does nothing.
 */
public final class RecordingListener implements TestExecutionListener {
  private final Recorder recorder = Recorder.find();

  /** How the recorder was answered when a test started, by thread: tests may run side by side. */
  private final ThreadLocal<Running> running = new ThreadLocal<>();

  private volatile TestPlan plan;

  @Override
  public void testPlanExecutionStarted(TestPlan started) {
    plan = started;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (recorder == null || !test.isTest()) {
      return;
    }
    Origin origin = Origin.of(test, this::parent);
    running.set(new Running(test.getUniqueId(), recorder.starts(origin)));
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Running started = running.get();
    if (started == null || !started.uniqueId.equals(test.getUniqueId())) {
      return;
    }
    running.remove();
    recorder.ends(started.test);
  }

  private Optional<TestIdentifier> parent(TestIdentifier test) {
    TestPlan current = plan;
    return current == null ? Optional.empty() : current.getParent(test);
  }

  /** A test that was told to the recorder. */
  private static final class Running {
    final String uniqueId;

    /** What the recorder calls it; 0 where another test had started in the thread. */
    final int test;

    Running(String uniqueId, int test) {
      this.uniqueId = uniqueId;
      this.test = test;
    }
  }
}
