package org.palus.gradle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gradle.api.Action;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;

/** The block {@code palus.trace}: which tests are run for the recorder, and what it watches. */
public abstract class PalusTraceOptions {
  private List<String> testTasks = new ArrayList<>(Arrays.asList("test"));
  private Action<String> onTestTask = name -> {};

  /** The names of the test tasks whose tests are recorded. Default: {@code test}. */
  public List<String> getTestTasks() {
    return testTasks;
  }

  /**
   * Sets the names of the test tasks whose tests are recorded. No property but a setter: a task is
   * registered for each name as it becomes known, and none has to be registered when it is too
   * late.
   */
  public void setTestTasks(List<String> names) {
    testTasks = new ArrayList<>(names);
    testTasks.forEach(onTestTask::execute);
  }

  /** Patterns of the classes to record. Default: the packages of the main classes. */
  public abstract ListProperty<String> getInclude();

  /** Patterns of classes not to record. */
  public abstract ListProperty<String> getExclude();

  /**
   * Patterns of types, classes and the JDK's among them, of which all answers are kept, besides what
   * objects that are not recorded answer as interfaces.
   */
  public abstract ListProperty<String> getCollaborators();

  /** Whether a test that fails while it is recorded is only warned about. Default: true. */
  public abstract Property<Boolean> getIgnoreFailures();

  /** Has the action run for each test task that is named now or later. */
  void onTestTask(Action<String> action) {
    onTestTask = action;
    testTasks.forEach(action::execute);
  }
}
