package org.palus.gradle;

import static org.gradle.testkit.runner.TaskOutcome.FAILED;
import static org.gradle.testkit.runner.TaskOutcome.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gradle.testkit.runner.BuildResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.palus.gradle.engine.Build;

/** What is done with the tests once they are there, and what is said when they cannot be. */
class OutcomeTest {
  @TempDir Path folder;

  @Test
  void exportedTestsRunWithTheOthersAndAreCheckedForDrift() throws Exception {
    Build build = Samples.jupiter(folder, "palus { failOnDrift = true }");
    BuildResult missing = build.fails("palusCheck");
    assertTrue(
        missing.getOutput().contains("are not those that are generated now"), missing.getOutput());
    assertEquals(List.of("demo/BasketTest.java"), build.filesBelow("src/test/java"));

    build.run("palusExport");
    assertEquals(
        List.of("demo/BasketPalusTest.java", "demo/BasketTest.java"),
        build.filesBelow("src/test/java"));
    BuildResult exported = build.run("palusCheck", "palusTest", "test");
    Ran.generatedTests(build, exported);
    assertTrue(build.testsRun("", "test") > 1);
    // What was exported is not learned from: the tests would change themselves.
    assertEquals(1, build.testsRun("", "palusTraceTest"));

    String test = build.text("src/test/java/demo/BasketPalusTest.java");
    build.file("src/test/java/demo/BasketPalusTest.java", test, "// changed by hand");
    Ran.outcome(build.fails("palusCheck"), ":palusCheck", FAILED);
  }

  @Test
  void reportsLieWhereOthersAre() throws Exception {
    Build build = Samples.jupiter(folder);
    Ran.outcome(build.run("palusReport"), ":palusReport", SUCCESS);
    assertEquals(
        List.of("palus.json", "palus.sarif", "report.html"),
        build.filesBelow("build/reports/palus"));
    String report = build.text("build/reports/palus/report.html");
    assertTrue(report.contains("throw new IllegalArgumentException"), "the source is shown");
  }

  @Test
  void onlyTheClassesThatAreAskedForOrChangedGetNewTests() throws Exception {
    Build build = Samples.jupiter(folder);
    String[] other = {
      "package demo;", "public class Other {", "  public int one() { return 1; }", "}"
    };
    build.file("src/main/java/demo/Other.java", other);
    build.run("palusGenerate", "--class", "demo.Bas*");
    String generated = "build/palus/generated/java";
    assertEquals(List.of("demo/BasketPalusTest.java"), build.filesBelow(generated));

    build.run("palusGenerate");
    String basket = build.text(generated + "/demo/BasketPalusTest.java");
    other[2] = "  public int one() { return 11; }";
    build.file("src/main/java/demo/Other.java", other);
    BuildResult since = build.run("palusGenerate", "--since", "last");
    Ran.outcome(since, ":palusGenerate", SUCCESS);
    assertEquals(basket, build.text(generated + "/demo/BasketPalusTest.java"));
    assertTrue(build.text(generated + "/demo/OtherPalusTest.java").contains("11"));
  }

  @Test
  @Tag("quick")
  void testsThatRevealAnErrorFailTheCheckWhereThatIsAskedFor() throws Exception {
    Build build = Samples.jupiter(folder, "palus { failOnErrorTests = true }");
    build.file(
        "src/main/java/demo/Wrong.java",
        "package demo;",
        "public class Wrong {",
        "  private String name;",
        "  public int length() { return name.length(); }",
        "}");
    // As a checkout of git has it: what is found is named from there.
    Files.createDirectory(build.path(".git"));
    BuildResult result = build.fails("palusTest", "palusCheck");
    Ran.outcome(result, ":palusTest", SUCCESS);
    assertTrue(result.getOutput().contains("reveals an error; see "), result.getOutput());
    assertTrue(
        Files.exists(
            build.path("build/palus/generated/failures/java/demo/WrongPalusFailureTest.java")));
    String sarif = build.text("build/palus/generated/palus.sarif");
    assertTrue(sarif.contains("\"ruleId\""), sarif);
    assertTrue(sarif.contains("\"uri\": \"src/main/java/demo/Wrong.java\""), sarif);
    assertEquals(List.of(), Sarif.objections(sarif));
    assertFalse(Sarif.objections(sarif.replace("\"ruleId\"", "\"rule\"")).isEmpty());
  }

  @Test
  void coverageBelowTheDemandedOneFailsTheCheck() throws Exception {
    Build build =
        Samples.jupiter(folder, "palus { minBranchCoverage = 10; excludes = ['demo.Dark*'] }");
    build.file(
        "src/main/java/demo/Darkness.java",
        "package demo;",
        "public class Darkness { int f(int x) { return x; } }");
    build.run("palusCheck");
    assertEquals(
        List.of("demo/BasketPalusTest.java"), build.filesBelow("build/palus/generated/java"));
    build.file(
        "src/main/java/demo/Hard.java",
        "package demo;",
        "public class Hard {",
        "  public int f(long x) { return x * 31 % 1000003 == 977 ? (x * 17 % 100003 == 5 ? 1 : 2) : 3; }",
        "}");
    build.file(
        "build.gradle", build.text("build.gradle").replace("Coverage = 10", "Coverage = 100"));
    BuildResult result = build.fails("palusCheck");
    assertTrue(result.getOutput().contains("but 100 % are demanded"), result.getOutput());
  }

  @Test
  void whereNoClassIsAskedForThereIsNothingToDo() throws Exception {
    Build build = Samples.jupiter(folder, "palus { failOnErrorTests = true; excludes = ['*'] }");
    BuildResult result = build.run("palusTest", "palusReport", "palusCheck", "palusExport");
    assertTrue(result.getOutput().contains("palus: no main class matches"), result.getOutput());
    assertTrue(result.getOutput().contains("nothing to check"), result.getOutput());
    assertEquals(List.of(), build.filesBelow("build/reports/palus"));
  }

  @Test
  void aHomeThatHoldsNothingIsNamed() throws Exception {
    Build build = Samples.jupiter(folder, "palus { palusHome = file('nowhere') }");
    BuildResult result = build.fails("palusTrace");
    assertTrue(
        result.getOutput().contains("nowhere holds no palus; name a folder"), result.getOutput());
  }

  @Test
  @Tag("quick")
  void aProjectWithoutJUnitIsToldWhatToAdd() throws Exception {
    Build build =
        Samples.basket(Build.in(folder), "").file("build.gradle", Samples.script(new String[0]));
    BuildResult result = build.fails("palusGenerate");
    assertTrue(
        result.getOutput().contains("add org.junit.jupiter:junit-jupiter or junit:junit"),
        result.getOutput());
    assertFalse(Files.exists(build.path("build/palus/generated/palus.json")));
  }
}
