package org.palus.gradle;

import static org.gradle.testkit.runner.TaskOutcome.FROM_CACHE;
import static org.gradle.testkit.runner.TaskOutcome.SUCCESS;
import static org.gradle.testkit.runner.TaskOutcome.UP_TO_DATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.gradle.testkit.runner.BuildResult;
import org.gradle.testkit.runner.TaskOutcome;
import org.palus.gradle.engine.Build;

/** What functional tests claim of builds again and again. */
final class Ran {
  private static final Set<TaskOutcome> DONE = Set.of(SUCCESS, UP_TO_DATE, FROM_CACHE);

  private Ran() {}

  /** The tests that Palus wrote were compiled and run in this build, and passed. */
  static void generatedTests(Build build, BuildResult result) {
    generatedTests(build, result, "");
  }

  /** The same for one of several projects, named like {@code core}. */
  static void generatedTests(Build build, BuildResult result, String project) {
    String prefix = project.isEmpty() ? ":" : ":" + project + ":";
    outcome(result, prefix + "palusTest", SUCCESS);
    assertTrue(build.testsRun(project, "palusTest") > 0, result.getOutput());
    assertEquals(0, build.testsFailed(project, "palusTest"));
  }

  /** The task came to this end. */
  static void outcome(BuildResult result, String task, TaskOutcome expected) {
    assertTrue(result.task(task) != null, task + " did not run:\n" + result.getOutput());
    assertEquals(expected, result.task(task).getOutcome(), task + "\n" + result.getOutput());
  }

  /** Something was recorded, and is there as one model. */
  static void recorded(Build build, BuildResult result) {
    assertTrue(
        result.task(":palusTrace") != null
            && DONE.contains(result.task(":palusTrace").getOutcome()));
    assertEquals(java.util.List.of("run.palus"), list(build, "build/palus/trace"));
  }

  private static java.util.List<String> list(Build build, String folder) {
    try {
      return build.filesBelow(folder);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
