package org.palus.gradle;

import java.io.File;
import java.util.List;
import java.util.stream.Collectors;
import org.gradle.api.DefaultTask;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.IgnoreEmptyDirectories;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Nested;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.options.Option;
import org.gradle.jvm.toolchain.JavaLauncher;
import org.palus.tooling.Checkout;
import org.palus.tooling.ClassNames;
import org.palus.tooling.GenerateRequest;
import org.palus.tooling.JUnitVersion;
import org.palus.tooling.PalusHome;
import org.palus.tooling.Recordings;

/**
 * Writes tests. With a count of sequences equal inputs give equal tests, so the result can come out
 * of a cache.
 */
@CacheableTask
public abstract class PalusGenerateTask extends DefaultTask {
  /** Folders of the classes under test. */
  @Classpath
  public abstract ConfigurableFileCollection getMainClasses();

  /** What these need to run. */
  @Classpath
  public abstract ConfigurableFileCollection getRuntimeClasspath();

  /** Folders with the sources of the classes under test: the report shows them. */
  @InputFiles
  @IgnoreEmptyDirectories
  @PathSensitive(PathSensitivity.RELATIVE)
  public abstract ConfigurableFileCollection getSources();

  /** Where these folders are in the repository: findings name sources that way. */
  @Input
  public List<String> getSourcePlaces() {
    return getSources().getFiles().stream().map(Checkout::pathOf).collect(Collectors.toList());
  }

  /**
   * Where JUnit is looked for. {@link #getJunitVersion} and {@link #getJunitJars}, which are inputs,
   * are all that is taken of it.
   */
  @Internal
  public abstract ConfigurableFileCollection getTestClasspath();

  /** Recordings to learn from. */
  @InputFiles
  @IgnoreEmptyDirectories
  @PathSensitive(PathSensitivity.NONE)
  public abstract ConfigurableFileCollection getModels();

  /** The command and the library. */
  @InputFiles
  @PathSensitive(PathSensitivity.NONE)
  public abstract ConfigurableFileCollection getPalusFiles();

  /** The JDK that runs the code under test; 17 or newer. */
  @Nested
  public abstract Property<JavaLauncher> getJavaLauncher();

  /** The release of Java for which the tests are compiled, as {@code 8} or {@code 1.8}. */
  @Input
  @Optional
  public abstract Property<String> getRelease();

  /** What the compiler of the tests is given besides. */
  @Input
  public abstract ListProperty<String> getCompilerArguments();

  /** Patterns of the classes to write tests for; all when there is none. */
  @Input
  public abstract ListProperty<String> getTargetClasses();

  /** Patterns of classes to leave out. */
  @Input
  public abstract ListProperty<String> getExcludes();

  /** Decides every draw. */
  @Input
  public abstract Property<Long> getSeed();

  /** How many sequences to run, unless there is a time. */
  @Input
  public abstract Property<Long> getMaxSequences();

  /** A time to take instead. */
  @Input
  @Optional
  public abstract Property<String> getTimeBudget();

  /** A commit of git: only classes that are affected by what changed since then. */
  @Input
  @Optional
  public abstract Property<String> getSince();

  /** Processes at once. The result does not depend on it. */
  @Internal
  public abstract Property<Integer> getJobs();

  /** {@code auto}, {@code 5} or {@code 4}. */
  @Internal
  public abstract Property<String> getJunit();

  /** Whether the tests will be run by the JUnit Platform. */
  @Internal
  public abstract Property<Boolean> getOnPlatform();

  /** The rules of the search. */
  @Input
  public abstract Property<String> getStrategy();

  /** Variables of the environment that the code under test sees. Their values are no input. */
  @Input
  public abstract ListProperty<String> getPassEnv();

  /** Further options of {@code palus generate} with their values. */
  @Input
  public abstract ListProperty<String> getArguments();

  /** Holds {@code java}, {@code failures} and the reports. */
  @OutputDirectory
  public abstract DirectoryProperty getOutputDirectory();

  /** Writes tests for these classes only, from the command line. */
  @Option(option = "class", description = "Write tests for these classes only: names or patterns.")
  public void setClasses(List<String> patterns) {
    getTargetClasses().set(patterns);
  }

  /** A commit, from the command line. */
  @Option(
      option = "since",
      description = "Write tests only for what is affected by changes since this commit.")
  public void setChangedSince(String commit) {
    getSince().set(commit);
  }

  /**
   * The version of JUnit that {@link #getJunit} comes to; empty when there is none, which is told
   * when the task runs.
   */
  @Input
  public String getJunitVersion() {
    try {
      return junitVersion();
    } catch (RuntimeException e) {
      return "";
    }
  }

  /** What tells which methods the JUnit 4 of the tests has; empty when they are for another. */
  @Classpath
  public List<File> getJunitJars() {
    return JUnitVersion.jars(getJunitVersion(), getTestClasspath());
  }

  /** Mockito and what it needs, as the tests have it; empty where they do without. */
  @Classpath
  public abstract ConfigurableFileCollection getMockJars();

  private String junitVersion() {
    return JUnitVersion.resolve(getJunit().get(), getTestClasspath(), getOnPlatform().get());
  }

  /** Runs the generator. */
  @TaskAction
  public void generate() {
    Failures.told(
        () -> {
          ClassNames all = ClassNames.below(getMainClasses());
          ClassNames targets = all.matching(getTargetClasses().get(), getExcludes().get());
          PalusHome home = PalusPackage.home(getPalusFiles());
          if (targets.names().isEmpty()) {
            Recordings.clear(getOutputDirectory().get().getAsFile().toPath());
            warnOfNoClass(!all.names().isEmpty());
            return null;
          }
          new GenerateRequest()
              .targets(targets)
              .classPath(getMainClasses())
              .classPath(getRuntimeClasspath())
              .classPath(getJunitJars())
              .mocks(getMockJars())
              .sources(getSources())
              .models(getModels().getFiles())
              .folders(getOutputDirectory().get().getAsFile().toPath(), getTemporaryDir().toPath())
              .seed(getSeed().get())
              .sequences(getMaxSequences().get())
              .time(getTimeBudget().getOrNull())
              .jobs(getJobs().getOrNull())
              .since(getSince().getOrNull())
              .passEnv(getPassEnv().get())
              .arguments(getArguments().get())
              .strategy(getStrategy().get())
              .junit(junitVersion())
              .release(getRelease().getOrNull())
              .compilerArguments(getCompilerArguments().get())
              .javaHome(
                  getJavaLauncher().get().getMetadata().getInstallationPath().getAsFile().toPath())
              .run(home, line -> getLogger().lifecycle(line));
          return null;
        });
  }

  private void warnOfNoClass(boolean isThereAny) {
    getLogger()
        .warn(
            isThereAny
                ? "palus: no main class matches targetClasses and excludes; no test is written"
                : "palus: there is no main class; no test is written");
  }
}
