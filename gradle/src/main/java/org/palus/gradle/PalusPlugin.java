package org.palus.gradle;

import org.gradle.api.GradleException;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.file.FileCollection;
import org.gradle.util.GradleVersion;

/**
 * Wires the plugin {@code org.palus}: an extension at once, tasks as soon as the project is one of
 * Java.
 */
public class PalusPlugin implements Plugin<Project> {
  private static final String OLDEST = "7.6";

  @Override
  public void apply(Project project) {
    if (GradleVersion.current().compareTo(GradleVersion.version(OLDEST)) < 0) {
      throw new GradleException(
          "the plugin org.palus needs Gradle "
              + OLDEST
              + " or newer; this is "
              + GradleVersion.current().getVersion());
    }
    PalusExtension extension =
        project.getExtensions().create(PalusExtension.NAME, PalusExtension.class);
    Defaults.of(project, extension);
    FileCollection palus = PalusPackage.files(project, extension);
    project
        .getPluginManager()
        .withPlugin("java", java -> new PalusTasks(project, extension, palus).register());
  }
}
