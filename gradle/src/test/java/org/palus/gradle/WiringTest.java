package org.palus.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gradle.api.Project;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.testing.Test;
import org.gradle.api.tasks.testing.junitplatform.JUnitPlatformOptions;
import org.gradle.api.tasks.testing.testng.TestNGOptions;
import org.gradle.testfixtures.ProjectBuilder;
import org.gradle.util.GradleVersion;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the plugin makes of a project, on the Gradle that is on the class path: the one it is
 * compiled against, and the oldest that it is for (pom.xml).
 */
class WiringTest {
  @TempDir Path folder;

  private Project project;
  private PalusExtension extension;

  @BeforeEach
  void aProject() {
    project = ProjectBuilder.builder().withProjectDir(folder.toFile()).build();
    project.getPluginManager().apply("org.palus");
    extension = project.getExtensions().getByType(PalusExtension.class);
  }

  private void ofJava() {
    project.getPluginManager().apply("java");
  }

  private <T> T task(String name, Class<T> type) {
    return type.cast(project.getTasks().getByName(name));
  }

  @org.junit.jupiter.api.Test
  void theGradleIsTheOneThatWasAskedFor() {
    assertEquals(
        System.getProperty("palus.test.gradle.version"), GradleVersion.current().getVersion());
  }

  @org.junit.jupiter.api.Test
  void aProjectWithoutJavaHasTheBlockAndNoTask() {
    assertNotNull(extension);
    assertNull(project.getTasks().findByName("palusGenerate"));
  }

  @org.junit.jupiter.api.Test
  void theTasksOfAJavaProjectHaveTheDefaults() {
    ofJava();
    PalusGenerateTask generate = task("palusGenerate", PalusGenerateTask.class);
    assertEquals(1L, generate.getSeed().get());
    assertEquals(20_000L, generate.getMaxSequences().get());
    assertFalse(generate.getTimeBudget().isPresent());
    assertEquals("palus", generate.getStrategy().get());
    assertEquals("auto", generate.getJunit().get());
    assertEquals(List.of(), generate.getTargetClasses().get());
    assertTrue(generate.getJavaLauncher().isPresent());
    assertTrue(generate.getSources().contains(new File(project.getProjectDir(), "src/main/java")));
    task("palusTrace", PalusTraceTask.class);
    task("palusReport", PalusReportTask.class);
    PalusExportTask export = task("palusExport", PalusExportTask.class);
    assertEquals(
        new File(project.getProjectDir(), "src/test/java"),
        export.getExportDirectory().get().getAsFile());
    PalusCheckTask check = task("palusCheck", PalusCheckTask.class);
    assertFalse(check.getFailOnErrorTests().get());
    assertFalse(check.getFailOnDrift().get());
    assertFalse(check.getMinBranchCoverage().isPresent());
    assertNotNull(project.getConfigurations().findByName("palus"));
  }

  @org.junit.jupiter.api.Test
  void whatTheBlockSaysReachesTheTasks() {
    ofJava();
    extension.getSeed().set(7);
    extension.getMaxSequences().set(300);
    extension.getTimeBudget().set(60);
    extension.getJobs().set(2);
    extension.getJunit().set(4);
    extension.getExcludes().add("com.acme.gen.*");
    extension.getPassEnv().add("REGION");
    extension.getArguments().addAll("--solve", "10s");
    PalusGenerateTask generate = task("palusGenerate", PalusGenerateTask.class);
    assertEquals(7L, generate.getSeed().get());
    assertEquals(300L, generate.getMaxSequences().get());
    assertEquals("60", generate.getTimeBudget().get());
    assertEquals(2, generate.getJobs().get());
    assertEquals("4", generate.getJunit().get());
    assertEquals(List.of("com.acme.gen.*"), generate.getExcludes().get());
    assertEquals(List.of("REGION"), generate.getPassEnv().get());
    assertEquals(List.of("--solve", "10s"), generate.getArguments().get());
  }

  @org.junit.jupiter.api.Test
  void theGeneratedTestsAreASourceSetThatSeesWhatTestsSee() {
    ofJava();
    SourceSet sources =
        project
            .getExtensions()
            .getByType(JavaPluginExtension.class)
            .getSourceSets()
            .getByName("palusTest");
    File java =
        project.getLayout().getBuildDirectory().file("palus/generated/java").get().getAsFile();
    assertEquals(java, sources.getJava().getSourceDirectories().getSingleFile());
    assertTrue(
        project
            .getConfigurations()
            .getByName("palusTestImplementation")
            .getExtendsFrom()
            .contains(project.getConfigurations().getByName("testImplementation")));
    assertEquals(
        sources.getOutput().getClassesDirs().getFiles(),
        task("palusTest", Test.class).getTestClassesDirs().getFiles());
  }

  @org.junit.jupiter.api.Test
  void theRecordedTestsRunAsTheirOriginalsDo() {
    ofJava();
    Test test = task("test", Test.class);
    test.useJUnitPlatform(options -> options.excludeTags("slow"));
    test.setMaxParallelForks(3);
    // By its name: the setter takes another type in older versions.
    test.setProperty("forkEvery", 5L);
    test.setMaxHeapSize("96m");
    test.systemProperty("locale", "de");
    test.jvmArgs("-XX:+UseSerialGC");
    test.environment("PALUS_SAMPLE", "1");
    Test copy = task("palusTraceTest", Test.class);
    assertEquals(
        List.of("slow"), List.copyOf(((JUnitPlatformOptions) copy.getOptions()).getExcludeTags()));
    assertEquals(3, copy.getMaxParallelForks());
    assertEquals(5, copy.getForkEvery());
    assertEquals("96m", copy.getMaxHeapSize());
    assertEquals(Map.of("locale", "de"), copy.getSystemProperties());
    assertTrue(copy.getJvmArgs().contains("-XX:+UseSerialGC"));
    assertEquals("1", copy.getEnvironment().get("PALUS_SAMPLE"));
    assertTrue(copy.getIgnoreFailures());
    assertEquals(1, copy.getJvmArgumentProviders().size());
    assertEquals(0, test.getJvmArgumentProviders().size());
    assertTrue(task("palusTest", Test.class).getOptions() instanceof JUnitPlatformOptions);
  }

  @org.junit.jupiter.api.Test
  void testsByTestNgAreRecordedByTestNg() {
    ofJava();
    task("test", Test.class).useTestNG(options -> ((TestNGOptions) options).excludeGroups("slow"));
    Test copy = task("palusTraceTest", Test.class);
    TestNGOptions options = (TestNGOptions) copy.getOptions();
    assertEquals(List.of("slow"), List.copyOf(options.getExcludeGroups()));
  }

  @org.junit.jupiter.api.Test
  void eachTestTaskThatIsNamedIsRecorded() {
    ofJava();
    project.getTasks().register("integrationTest", Test.class);
    extension.trace(trace -> trace.setTestTasks(List.of("test", "integrationTest")));
    task("palusTraceIntegrationTest", Test.class);
    PalusTraceTask trace = task("palusTrace", PalusTraceTask.class);
    assertEquals(
        List.of("integrationTest", "test"),
        trace.getRecordings().getFiles().stream().map(File::getName).sorted().toList());
  }
}
