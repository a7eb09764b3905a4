package org.palus.gradle;

import javax.inject.Inject;
import org.gradle.api.DefaultTask;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.FileSystemOperations;
import org.gradle.api.tasks.InputDirectory;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;
import org.gradle.work.DisableCachingByDefault;
import org.palus.tooling.GeneratedTests;

/** Puts the reports where a project's reports are. */
@DisableCachingByDefault(because = "it copies three files")
public abstract class PalusReportTask extends DefaultTask {
  /** What the generator wrote. */
  @InputDirectory
  @PathSensitive(PathSensitivity.RELATIVE)
  public abstract DirectoryProperty getGenerated();

  /** Where the reports go. */
  @OutputDirectory
  public abstract DirectoryProperty getReports();

  /** Gradle's own way to copy. */
  @Inject
  protected abstract FileSystemOperations getFiles();

  /** Copies the page, the numbers and the findings. */
  @TaskAction
  public void report() {
    getFiles()
        .sync(
            copy -> {
              copy.from(getGenerated());
              copy.include("report.html", "palus.json", "palus.sarif");
              copy.into(getReports());
            });
    if (Failures.told(() -> GeneratedTests.areNone(getGenerated().get().getAsFile().toPath()))) {
      getLogger().lifecycle("palus: no class was asked for, so there is nothing to report");
      return;
    }
    getLogger()
        .lifecycle("palus: report in {}", getReports().file("report.html").get().getAsFile());
  }
}
