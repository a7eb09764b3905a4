package org.palus.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.palus.tooling.PalusException;

/** Puts the page, the numbers and the findings where a project's reports are. */
@Mojo(name = "report", threadSafe = true)
public final class ReportMojo extends PalusMojo {
  private static final String[] REPORTS = {"report.html", "palus.json", "palus.sarif"};

  /** Where the reports go. */
  @Parameter(
      property = "palus.reportDirectory",
      defaultValue = "${project.reporting.outputDirectory}/palus")
  private File reportDirectory;

  @Override
  void work() {
    if (nothingGenerated()) {
      return;
    }
    Path target = reportDirectory.toPath();
    try {
      for (String report : REPORTS) {
        Files.createDirectories(target);
        Files.copy(
            generated().resolve(report),
            target.resolve(report),
            StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new PalusException(
          "the reports cannot be copied to " + target + ": " + e.getMessage(), e);
    }
    getLog().info("palus: report in " + target.resolve("report.html"));
  }
}
