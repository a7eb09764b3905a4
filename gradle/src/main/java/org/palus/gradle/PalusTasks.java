package org.palus.gradle;

import java.util.List;
import java.util.stream.Collectors;
import org.gradle.api.JavaVersion;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.file.Directory;
import org.gradle.api.file.FileCollection;
import org.gradle.api.model.ObjectFactory;
import org.gradle.api.plugins.JavaBasePlugin;
import org.gradle.api.plugins.JavaPlugin;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.TaskContainer;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.api.tasks.testing.Test;
import org.gradle.api.tasks.testing.junitplatform.JUnitPlatformOptions;
import org.gradle.jvm.toolchain.JavaLanguageVersion;
import org.gradle.jvm.toolchain.JavaLauncher;
import org.gradle.jvm.toolchain.JavaToolchainService;

/** Registers the tasks of a Java project. None is made before it is needed. */
final class PalusTasks {
  private static final String GENERATED_TESTS = "**/*PalusTest.class";

  private final Project project;
  private final PalusExtension extension;
  private final FileCollection palus;
  private final TaskContainer tasks;
  private final SourceSet main;

  PalusTasks(Project project, PalusExtension extension, FileCollection palus) {
    this.project = project;
    this.extension = extension;
    this.palus = palus;
    this.tasks = project.getTasks();
    this.main =
        project
            .getExtensions()
            .getByType(JavaPluginExtension.class)
            .getSourceSets()
            .getByName(SourceSet.MAIN_SOURCE_SET_NAME);
  }

  void register() {
    extension.getTrace().onTestTask(this::registerRecording);
    TaskProvider<PalusTraceTask> trace = registerTrace();
    TaskProvider<PalusGenerateTask> generate = registerGenerate(trace);
    new PalusTestSources(project, generate).register();
    registerReport(generate);
    registerExport(generate);
    registerCheck(generate);
  }

  /** {@code test} gives {@code palusTraceTest}: the same tests once more, with the recorder. */
  private void registerRecording(String testTask) {
    String name = recordingTask(testTask);
    if (tasks.getNames().contains(name)) {
      return;
    }
    Provider<Directory> folder = recordings(testTask);
    tasks.register(
        name,
        Test.class,
        copy -> {
          copy.setDescription("Runs the tests of `" + testTask + "` with the recorder of Palus.");
          copy.setGroup(JavaBasePlugin.VERIFICATION_GROUP);
          TracedTests.likeThat(copy, tasks.named(testTask, Test.class).get());
          copy.exclude(GENERATED_TESTS);
          copy.setIgnoreFailures(extension.getTrace().getIgnoreFailures().get());
          // Since Gradle 9 a test task fails when it finds no test; earlier ones have no such
          // switch.
          if (copy.hasProperty("failOnNoDiscoveredTests")) {
            copy.setProperty("failOnNoDiscoveredTests", false);
          }
          copy.getJvmArgumentProviders().add(recorder(folder));
          copy.doFirst(new ClearRecordings(folder));
        });
  }

  private RecorderArguments recorder(Provider<Directory> folder) {
    ObjectFactory objects = project.getObjects();
    RecorderArguments arguments = objects.newInstance(RecorderArguments.class);
    arguments.getPalusFiles().from(palus);
    arguments.getMainClasses().from(main.getOutput().getClassesDirs());
    arguments.getInclude().set(extension.getTrace().getInclude());
    arguments.getExclude().set(extension.getTrace().getExclude());
    arguments.getCollaborators().set(extension.getTrace().getCollaborators());
    arguments.getRecordings().set(folder);
    return arguments;
  }

  private TaskProvider<PalusTraceTask> registerTrace() {
    return tasks.register(
        "palusTrace",
        PalusTraceTask.class,
        task -> {
          describe(
              task, "Learns from the existing tests, run once more with the recorder of Palus.");
          List<String> names = extension.getTrace().getTestTasks();
          task.dependsOn(
              names.stream().map(PalusTasks::recordingTask).collect(Collectors.toList()));
          names.forEach(name -> task.getRecordings().from(recordings(name)));
          task.getPalusFiles().from(palus);
          task.getTraceDirectory().set(palusFolder("trace"));
        });
  }

  private TaskProvider<PalusGenerateTask> registerGenerate(TaskProvider<PalusTraceTask> trace) {
    return tasks.register(
        "palusGenerate",
        PalusGenerateTask.class,
        task -> {
          describe(task, "Writes tests for the main classes.");
          Provider<Test> test = tasks.named(JavaPlugin.TEST_TASK_NAME, Test.class);
          task.getMainClasses().from(main.getOutput().getClassesDirs());
          task.getRuntimeClasspath().from(main.getRuntimeClasspath());
          task.getSources().from(main.getAllJava().getSourceDirectories());
          task.getModels()
              .from(
                  trace.map(
                      it ->
                          it.getTraceDirectory()
                              .getAsFileTree()
                              .matching(p -> p.include("*.palus"))));
          task.getPalusFiles().from(palus);
          task.getJavaLauncher()
              .convention(test.flatMap(Test::getJavaLauncher).orElse(javaOfTheBuild()));
          task.getTargetClasses().convention(extension.getTargetClasses());
          task.getExcludes().convention(extension.getExcludes());
          task.getSeed().convention(extension.getSeed().map(Number::longValue));
          task.getMaxSequences().convention(extension.getMaxSequences().map(Number::longValue));
          task.getTimeBudget().convention(extension.getTimeBudget().map(Object::toString));
          task.getJobs().convention(extension.getJobs().map(Number::intValue));
          task.getJunit().convention(extension.getJunit().map(Object::toString));
          task.getOnPlatform()
              .convention(test.map(it -> it.getOptions() instanceof JUnitPlatformOptions));
          task.getStrategy().convention(extension.getStrategy());
          task.getPassEnv().convention(extension.getPassEnv());
          task.getArguments().convention(extension.getArguments());
          task.getOutputDirectory().convention(palusFolder("generated"));
          // What changed is in git, which is no input.
          task.getOutputs().upToDateWhen(it -> !((PalusGenerateTask) it).getSince().isPresent());
          task.getOutputs()
              .doNotCacheIf(
                  "what changed since a commit is no input",
                  it -> ((PalusGenerateTask) it).getSince().isPresent());
          task.getOutputs()
              .doNotCacheIf(
                  "a time budget gives other tests on every run",
                  it -> ((PalusGenerateTask) it).getTimeBudget().isPresent());
        });
  }

  /**
   * In Gradle 7 a test task without a toolchain has no launcher and runs on the Java of the build.
   */
  private Provider<JavaLauncher> javaOfTheBuild() {
    JavaLanguageVersion version = JavaLanguageVersion.of(JavaVersion.current().getMajorVersion());
    return project
        .getExtensions()
        .getByType(JavaToolchainService.class)
        .launcherFor(spec -> spec.getLanguageVersion().set(version));
  }

  private void registerReport(TaskProvider<PalusGenerateTask> generate) {
    tasks.register(
        "palusReport",
        PalusReportTask.class,
        task -> {
          describe(task, "Puts the report of Palus among the project's reports.");
          task.getGenerated().set(generate.flatMap(PalusGenerateTask::getOutputDirectory));
          task.getReports()
              .convention(project.getLayout().getBuildDirectory().dir("reports/palus"));
        });
  }

  private void registerExport(TaskProvider<PalusGenerateTask> generate) {
    tasks.register(
        "palusExport",
        PalusExportTask.class,
        task -> {
          describe(task, "Copies the generated tests into a source folder, to be committed.");
          task.dependsOn(generate);
          task.getGenerated().set(generate.flatMap(PalusGenerateTask::getOutputDirectory));
          task.getProjectFolder().set(project.getLayout().getProjectDirectory());
          task.getExportDirectory().convention(extension.getExportDirectory());
        });
  }

  private void registerCheck(TaskProvider<PalusGenerateTask> generate) {
    tasks.register(
        "palusCheck",
        PalusCheckTask.class,
        task -> {
          describe(task, "Fails when what Palus generated does not meet what the build asks for.");
          task.dependsOn(generate);
          task.getGenerated().set(generate.flatMap(PalusGenerateTask::getOutputDirectory));
          task.getPalusFiles().from(palus);
          task.getFailOnErrorTests().convention(extension.getFailOnErrorTests());
          task.getMinBranchCoverage().convention(extension.getMinBranchCoverage());
          task.getFailOnDrift().convention(extension.getFailOnDrift());
          task.getExportDirectory().convention(extension.getExportDirectory());
        });
  }

  private static void describe(Task task, String description) {
    task.setDescription(description);
    task.setGroup(JavaBasePlugin.VERIFICATION_GROUP);
  }

  private static String recordingTask(String testTask) {
    return "palusTrace"
        + testTask.substring(0, 1).toUpperCase(java.util.Locale.ROOT)
        + testTask.substring(1);
  }

  private Provider<Directory> recordings(String testTask) {
    return palusFolder("recordings/" + testTask);
  }

  private Provider<Directory> palusFolder(String name) {
    return project.getLayout().getBuildDirectory().dir("palus/" + name);
  }
}
