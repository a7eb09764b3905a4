package org.palus.gradle;

import org.gradle.api.Project;
import org.palus.tooling.GenerateRequest;

/** What holds when the build script says nothing; the same as in Maven and on the command line. */
final class Defaults {
  /**
   * A Gradle property with a folder, for one machine or one run; the build script's own setting
   * comes first.
   */
  static final String HOME_PROPERTY = "palus.home";

  private Defaults() {}

  static void of(Project project, PalusExtension extension) {
    extension.getSeed().convention(1L);
    extension.getMaxSequences().convention(GenerateRequest.DEFAULT_SEQUENCES);
    extension.getJunit().convention("auto");
    extension.getStrategy().convention("palus");
    extension.getFailOnErrorTests().convention(false);
    extension.getFailOnDrift().convention(false);
    extension
        .getExportDirectory()
        .convention(project.getLayout().getProjectDirectory().dir("src/test/java"));
    extension
        .getPalusHome()
        .convention(
            project
                .getLayout()
                .dir(project.getProviders().gradleProperty(HOME_PROPERTY).map(project::file)));
    extension.getTrace().getIgnoreFailures().convention(true);
  }
}
