package org.palus.gradle;

import org.gradle.api.Action;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Nested;

/**
 * The block {@code palus} of a build script: what is tested, how much is spent on it, and what must
 * hold.
 */
public abstract class PalusExtension {
  /** The name of the block. */
  public static final String NAME = "palus";

  /**
   * Patterns of the classes to write tests for, such as {@code com.acme.*}. Default: all main
   * classes.
   */
  public abstract ListProperty<String> getTargetClasses();

  /** Patterns of classes to leave out. Default: none. */
  public abstract ListProperty<String> getExcludes();

  /** Decides every draw: the same seed and maxSequences give the same tests. Default: 1. */
  public abstract Property<Number> getSeed();

  /** How many call sequences to run. Default: 20000, unless there is a timeBudget. */
  public abstract Property<Number> getMaxSequences();

  /**
   * A time to take instead, as {@code 60} (seconds) or {@code '2m'}. Its tests differ from run to
   * run.
   */
  public abstract Property<Object> getTimeBudget();

  /** How many processes to run at once. Default: the number of cores. */
  public abstract Property<Number> getJobs();

  /** The JUnit to write for: {@code auto}, {@code 5} or {@code 4}. Default: what the tests use. */
  public abstract Property<Object> getJunit();

  /** The rules of the search: {@code palus}, {@code palulu}, {@code recgen} or {@code randoop}. */
  public abstract Property<String> getStrategy();

  /** Variables of the environment that the code under test sees. Default: those of the locale. */
  public abstract ListProperty<String> getPassEnv();

  /** Further options of {@code palus generate} with their values. Default: none. */
  public abstract ListProperty<String> getArguments();

  /** Whether {@code palusCheck} fails when there are tests that reveal an error. Default: false. */
  public abstract Property<Boolean> getFailOnErrorTests();

  /** The percentage of branches below which {@code palusCheck} fails. Default: none. */
  public abstract Property<Number> getMinBranchCoverage();

  /**
   * Whether {@code palusCheck} fails when the exported tests are not the ones that would be
   * generated.
   */
  public abstract Property<Boolean> getFailOnDrift();

  /** Where {@code palusExport} puts the tests. Default: {@code src/test/java}. */
  public abstract DirectoryProperty getExportDirectory();

  /**
   * A folder with palus and libpalus.so, instead of the package that the configuration {@code
   * palus} resolves.
   */
  public abstract DirectoryProperty getPalusHome();

  /** What is recorded. */
  @Nested
  public abstract PalusTraceOptions getTrace();

  /** Configures what is recorded. */
  public void trace(Action<? super PalusTraceOptions> action) {
    action.execute(getTrace());
  }
}
