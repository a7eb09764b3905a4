package org.palus.gradle;

import static org.gradle.testkit.runner.TaskOutcome.FAILED;
import static org.gradle.testkit.runner.TaskOutcome.NO_SOURCE;
import static org.gradle.testkit.runner.TaskOutcome.SUCCESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.gradle.testkit.runner.BuildResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.palus.gradle.engine.Build;

/** From the tests that a project has to generated ones that ran, in projects of every kind. */
class GenerateTest {
  @TempDir Path folder;

  @Test
  @Tag("quick")
  void testsByJUnitFourGiveTestsByJUnitFour() throws Exception {
    Build build = Samples.junit4(folder);
    BuildResult result = build.run("palusTest", "--warning-mode=fail");
    Ran.recorded(build, result);
    Ran.generatedTests(build, result);
    assertTrue(
        build
            .text("build/palus/generated/java/demo/BasketPalusTest.java")
            .contains("import org.junit.Test;"));
  }

  @Test
  void whereBothFrameworksAreUsedJupiterIsWrittenFor() throws Exception {
    Build build = Samples.mixed(folder);
    BuildResult result = build.run("palusTest", "--warning-mode=fail");
    assertEquals(2, build.testsRun("", "palusTraceTest"));
    Ran.generatedTests(build, result);
    String test = build.text("build/palus/generated/java/demo/BasketPalusTest.java");
    assertTrue(test.contains("import org.junit.jupiter.api.Test;"));
  }

  @Test
  void testsByTestNgAreRecordedAndJUnitIsWrittenForAsTheProjectHasIt() throws Exception {
    Build build = Samples.testng(folder);
    BuildResult result = build.run("palusTest", "--warning-mode=fail");
    assertEquals(1, build.testsRun("", "palusTraceTest"));
    Ran.recorded(build, result);
    Ran.generatedTests(build, result);
  }

  @Test
  void theToolchainOfTheProjectCompilesRecordsGeneratesAndTests() throws Exception {
    Path other = OtherJdk.newerThanOurs();
    Build build =
        Samples.jupiter(
            folder,
            "java { toolchain { languageVersion = JavaLanguageVersion.of("
                + OtherJdk.feature(other)
                + ") } }");
    BuildResult result =
        build.run(
            "palusTest",
            "-Porg.gradle.java.installations.paths=" + other,
            "-Porg.gradle.java.installations.auto-download=false");
    Ran.recorded(build, result);
    Ran.generatedTests(build, result);
    String summary = build.text("build/palus/generated/palus.json");
    String jvm = "\"jvm\": \"[^\"]* VM " + OtherJdk.feature(other) + "\\b";
    assertTrue(Pattern.compile(jvm).matcher(summary).find(), summary);
  }

  @Test
  @Tag("quick")
  void eachProjectOfSeveralHasItsOwnTests() throws Exception {
    Build build = Samples.shop(folder);
    BuildResult result = build.run("palusTest", "--warning-mode=fail");
    Ran.generatedTests(build, result, "core");
    Ran.generatedTests(build, result, "till");
    assertEquals(
        java.util.List.of("till/TillPalusTest.java"),
        build.filesBelow("till/build/palus/generated/java"));
  }

  @Test
  @Tag("quick")
  void blanksAndLettersOfOtherAlphabetsInThePathDoNoHarm() throws Exception {
    Build build = Samples.jupiter(folder.resolve("mein Körbchen 篮子"));
    BuildResult result = build.run("palusTest", "--warning-mode=fail");
    Ran.recorded(build, result);
    Ran.generatedTests(build, result);
  }

  @Test
  void coverageByJaCoCoIsTheSameWithAndWithoutPalus() throws Exception {
    String jacoco =
        "apply plugin: 'jacoco'\ntest { finalizedBy jacocoTestReport }\njacoco { toolVersion = '0.8.14' }"
            + "\njacocoTestReport { reports { csv.required = true } }";
    Build alone = Samples.jupiter(folder.resolve("alone"), jacoco);
    alone.file(
        "build.gradle",
        alone.text("build.gradle").replace("; id 'org.palus'", "").replace(Samples.BUDGET, ""));
    alone.run("test");
    Build both = Samples.jupiter(folder.resolve("both"), jacoco);
    BuildResult result = both.run("test", "palusTest");
    Ran.recorded(both, result);
    Ran.generatedTests(both, result);
    String csv = "build/reports/jacoco/test/jacocoTestReport.csv";
    assertTrue(alone.text(csv).contains("Basket"));
    assertEquals(alone.text(csv), both.text(csv));
  }

  @Test
  void aFailingTestIsWarnedAboutAndTheRestIsLearnedFrom() throws Exception {
    Build build = withFailingTest(Samples.jupiter(folder));
    BuildResult result = build.run("palusTest");
    assertTrue(result.getOutput().contains("There were failing tests"), result.getOutput());
    assertEquals(1, build.testsFailed("", "palusTraceTest"));
    Ran.recorded(build, result);
    Ran.generatedTests(build, result);
  }

  @Test
  void aFailingTestEndsTheBuildWhereThatIsAskedFor() throws Exception {
    Build build =
        withFailingTest(Samples.jupiter(folder, "palus { trace { ignoreFailures = false } }"));
    BuildResult result = build.fails("palusTest");
    Ran.outcome(result, ":palusTraceTest", FAILED);
    assertNull(result.task(":palusGenerate"));
  }

  private static Build withFailingTest(Build build) throws Exception {
    return build.file(
        "src/test/java/demo/WrongTest.java",
        "package demo;",
        "import org.junit.jupiter.api.Test;",
        "class WrongTest {",
        "  @Test void wrong() { throw new AssertionError(new Basket(1).size()); }",
        "}");
  }

  @Test
  @Tag("quick")
  void aProjectWithoutTestsGetsItsFirst() throws Exception {
    Build build =
        Samples.basket(Build.in(folder), "").file("build.gradle", Samples.jupiterScript());
    BuildResult result = build.run("palusTest", "--warning-mode=fail");
    Ran.outcome(result, ":palusTraceTest", NO_SOURCE);
    assertTrue(result.getOutput().contains("palus: nothing was recorded"), result.getOutput());
    Ran.generatedTests(build, result);
  }

  @Test
  void testsThatDoNotRunTeachNothingAndStopNothing() throws Exception {
    Build build =
        Samples.jupiter(folder)
            .file(
                "src/test/java/demo/BasketTest.java",
                "package demo;",
                "import org.junit.jupiter.api.*;",
                "@Disabled class BasketTest { @Test void later() { new Basket(1); } }");
    BuildResult result = build.run("palusTest", "--warning-mode=fail");
    assertTrue(result.getOutput().contains("palus: nothing was recorded"), result.getOutput());
    Ran.generatedTests(build, result);
  }

  @Test
  void parallelTestJvmsRecordIntoAFileEach() throws Exception {
    Build build =
        Samples.jupiter(folder, "test { maxParallelForks = 2 }")
            .file(
                "src/test/java/demo/OtherTest.java",
                "package demo;",
                "import org.junit.jupiter.api.Test;",
                "class OtherTest {",
                "  @Test void other() throws Exception { new Basket(7).add(\"pear\"); Thread.sleep(300); }",
                "}");
    BuildResult result = build.run("palusTest", "--warning-mode=fail");
    assertEquals(2, build.filesBelow("build/palus/recordings/test").size());
    Ran.recorded(build, result);
    Ran.generatedTests(build, result);
  }

  @Test
  void otherTestTasksAreRecordedWhenNamed() throws Exception {
    Build build =
        Samples.jupiter(
                folder,
                "testing.suites {",
                "  integrationTest(JvmTestSuite) {",
                "    useJUnitJupiter('5.13.4')",
                "  }",
                "}",
                "dependencies {",
                "  integrationTestImplementation project",
                // Gradle's own metadata of JUnit says this; a Maven repository keeps the poms only.
                "  integrationTestRuntimeOnly platform('org.junit:junit-bom:5.13.4')",
                "}",
                "palus { trace { testTasks = ['test', 'integrationTest'] } }")
            .file(
                "src/integrationTest/java/demo/WholeTest.java",
                "package demo;",
                "import org.junit.jupiter.api.Test;",
                "class WholeTest {",
                "  @Test void whole() { new Basket(9).add(\"plum\"); }",
                "}");
    BuildResult result = build.run("palusTest", "--warning-mode=fail");
    Ran.outcome(result, ":palusTraceIntegrationTest", SUCCESS);
    assertEquals(1, build.filesBelow("build/palus/recordings/integrationTest").size());
    Ran.generatedTests(build, result);
  }

  @Test
  void theUsersOwnTestTaskIsNotTouched() throws Exception {
    Build build = Samples.jupiter(folder, "test { doLast { println 'arguments: ' + allJvmArgs } }");
    BuildResult result = build.run("test");
    assertFalse(result.getOutput().contains("agentpath"), result.getOutput());
    assertNull(result.task(":palusTraceTest"));
  }
}
