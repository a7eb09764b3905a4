package org.palus.gradle;

import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.work.DisableCachingByDefault;
import org.palus.tooling.CheckRequest;

/** Fails when what was generated does not meet what the build asks for. */
@DisableCachingByDefault(because = "it only looks")
public abstract class PalusCheckTask extends DefaultTask {
  /** What the generator wrote. */
  @Internal
  public abstract DirectoryProperty getGenerated();

  /** The command and the library. */
  @Internal
  public abstract ConfigurableFileCollection getPalusFiles();

  /** Whether tests that reveal an error are too many. */
  @Internal
  public abstract Property<Boolean> getFailOnErrorTests();

  /** The percentage of branches to be covered. */
  @Internal
  public abstract Property<Number> getMinBranchCoverage();

  /** Whether the exported tests must be those that were generated. */
  @Internal
  public abstract Property<Boolean> getFailOnDrift();

  /** Where the exported tests are. */
  @Internal
  public abstract DirectoryProperty getExportDirectory();

  /** Has the command look, and fails when it says so. */
  @TaskAction
  public void check() {
    boolean met =
        Failures.told(
            () ->
                new CheckRequest(getGenerated().get().getAsFile())
                    .failOnErrorTests(getFailOnErrorTests().get())
                    .minBranchCoverage(getMinBranchCoverage().getOrNull())
                    .committed(
                        getFailOnDrift().get() ? getExportDirectory().get().getAsFile() : null)
                    .run(PalusPackage.home(getPalusFiles()), line -> getLogger().lifecycle(line)));
    if (!met) {
      throw new GradleException("palus: a threshold is not met; the lines above say which");
    }
  }
}
