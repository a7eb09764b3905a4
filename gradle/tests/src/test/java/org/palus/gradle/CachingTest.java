package org.palus.gradle;

import static org.gradle.testkit.runner.TaskOutcome.FROM_CACHE;
import static org.gradle.testkit.runner.TaskOutcome.SUCCESS;
import static org.gradle.testkit.runner.TaskOutcome.UP_TO_DATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.gradle.testkit.runner.BuildResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.palus.gradle.engine.Build;

/** What is not done twice. */
class CachingTest {
  private static final List<String> WORK =
      List.of(":palusTraceTest", ":palusTrace", ":palusGenerate");

  @TempDir Path folder;

  @Test
  @Tag("quick")
  void whatIsUpToDateOrInTheCacheIsNotDoneAgain() throws Exception {
    Build build = Samples.jupiter(folder.resolve("first"));
    // A cache of the test's own: others write the same projects.
    build.file(
        "settings.gradle",
        "buildCache { local { directory = '" + folder.resolve("cache") + "' } }");
    String[] arguments = {"palusTest", "--build-cache", "--warning-mode=fail"};

    BuildResult fresh = build.run(arguments);
    WORK.forEach(task -> Ran.outcome(fresh, task, SUCCESS));
    Ran.generatedTests(build, fresh);
    String generated = build.text("build/palus/generated/java/demo/BasketPalusTest.java");

    BuildResult again = build.run(arguments);
    WORK.forEach(task -> Ran.outcome(again, task, UP_TO_DATE));
    Ran.outcome(again, ":palusTest", UP_TO_DATE);

    BuildResult cleaned = build.run("clean", "palusTest", "--build-cache", "--warning-mode=fail");
    WORK.forEach(task -> Ran.outcome(cleaned, task, FROM_CACHE));
    assertEquals(generated, build.text("build/palus/generated/java/demo/BasketPalusTest.java"));

    Build elsewhere = build.copiedTo(folder.resolve("else where"));
    BuildResult relocated = elsewhere.run(arguments);
    WORK.forEach(task -> Ran.outcome(relocated, task, FROM_CACHE));
    assertEquals(generated, elsewhere.text("build/palus/generated/java/demo/BasketPalusTest.java"));
    assertTrue(elsewhere.testsRun("", "palusTest") > 0);

    build.file("build.gradle", build.text("build.gradle"), "palus { seed = 2 }");
    BuildResult other = build.run(arguments);
    Ran.outcome(other, ":palusTraceTest", UP_TO_DATE);
    Ran.outcome(other, ":palusGenerate", SUCCESS);
  }

  @Test
  @Tag("quick")
  void theConfigurationCacheIsFilledAndUsed() throws Exception {
    Build build = Samples.jupiter(folder);
    String[] arguments = {
      "palusTest",
      "palusReport",
      "palusCheck",
      "palusExport",
      "--configuration-cache",
      "--warning-mode=fail"
    };
    BuildResult stored = build.run(arguments);
    assertTrue(
        stored.getOutput().contains("Configuration cache entry stored."), stored.getOutput());
    Ran.generatedTests(build, stored);
    BuildResult reused = build.run(arguments);
    assertTrue(
        reused.getOutput().contains("Configuration cache entry reused."), reused.getOutput());
  }

  @Test
  void aTimeBudgetIsNotCached() throws Exception {
    Build build = Samples.jupiter(folder.resolve("first"), "palus { timeBudget = '3s' }");
    build.file(
        "settings.gradle",
        "buildCache { local { directory = '" + folder.resolve("cache") + "' } }");
    Ran.generatedTests(build, build.run("palusTest", "--build-cache"));
    BuildResult again = build.run("clean", "palusGenerate", "--build-cache");
    Ran.outcome(again, ":palusTraceTest", FROM_CACHE);
    Ran.outcome(again, ":palusGenerate", SUCCESS);
  }
}
