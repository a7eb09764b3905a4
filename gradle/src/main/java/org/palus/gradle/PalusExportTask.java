package org.palus.gradle;

import org.gradle.api.DefaultTask;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;
import org.palus.tooling.GeneratedTests;

/**
 * Copies the tests into a source folder, to be committed: the only task that writes under {@code
 * src}.
 */
@DisableCachingByDefault(because = "what it writes is the project's source")
public abstract class PalusExportTask extends DefaultTask {
  /** What the generator wrote. */
  @Internal
  public abstract DirectoryProperty getGenerated();

  /** The source folder. No declared output: most of what is in it belongs to others. */
  @Internal
  public abstract DirectoryProperty getExportDirectory();

  /** Another source folder, from the command line; relative to the project. */
  @Option(option = "into", description = "The source folder to copy the tests into.")
  public void setInto(String folder) {
    getExportDirectory().set(getProjectFolder().dir(folder));
  }

  /** The project's own folder. */
  @Internal
  public abstract DirectoryProperty getProjectFolder();

  /** Copies the passing tests and removes those that are not generated any more. */
  @TaskAction
  public void export() {
    int tests =
        Failures.told(
            () ->
                GeneratedTests.export(
                    getGenerated().dir("java").get().getAsFile().toPath(),
                    getExportDirectory().get().getAsFile().toPath()));
    getLogger()
        .lifecycle("palus: {} test classes in {}", tests, getExportDirectory().get().getAsFile());
  }
}
