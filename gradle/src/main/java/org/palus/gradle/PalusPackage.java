package org.palus.gradle;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.artifacts.type.ArtifactTypeDefinition;
import org.gradle.api.file.FileCollection;
import org.palus.tooling.PalusHome;
import org.palus.tooling.Platform;

/**
 * Where the command and the library come from: {@code palusHome}, else the configuration {@code
 * palus}.
 */
final class PalusPackage {
  /** The configuration; a dependency in it replaces the package of the plugin's own version. */
  static final String CONFIGURATION = "palus";

  private static final String UNPACKED = "palus-home";

  private PalusPackage() {}

  /** The two files; they are looked for when a task that needs them is about to run. */
  static FileCollection files(Project project, PalusExtension extension) {
    FileCollection unpacked = unpacked(project);
    return project.files(
        (Callable<Object>)
            () -> {
              File home = extension.getPalusHome().getAsFile().getOrNull();
              if (home == null) {
                return unpacked;
              }
              List<String> names = Arrays.asList(PalusHome.COMMAND, PalusHome.LIBRARY);
              return Arrays.asList(new File(home, names.get(0)), new File(home, names.get(1)));
            });
  }

  /** The home that the two files are in. */
  static PalusHome home(Iterable<File> files) {
    for (File file : files) {
      if (file.isDirectory()) {
        return PalusHome.at(file.toPath());
      }
      if (file.getName().equals(PalusHome.COMMAND)) {
        return PalusHome.at(file.getParentFile().toPath());
      }
    }
    throw new org.gradle.api.GradleException(
        "the configuration `palus` holds no package of Palus; remove its dependencies, or add org.palus:palus with the"
            + " classifier of this machine");
  }

  private static FileCollection unpacked(Project project) {
    Configuration configuration =
        project
            .getConfigurations()
            .create(
                CONFIGURATION,
                it -> {
                  it.setCanBeConsumed(false);
                  it.setCanBeResolved(true);
                  it.setDescription("The command and the library of Palus for this machine.");
                });
    configuration.defaultDependencies(
        dependencies -> dependencies.add(project.getDependencies().create(coordinates())));
    project
        .getDependencies()
        .registerTransform(
            UnpackPalus.class,
            spec -> {
              spec.getFrom().attribute(ArtifactTypeDefinition.ARTIFACT_TYPE_ATTRIBUTE, "zip");
              spec.getTo().attribute(ArtifactTypeDefinition.ARTIFACT_TYPE_ATTRIBUTE, UNPACKED);
            });
    return configuration
        .getIncoming()
        .artifactView(
            view ->
                view.getAttributes()
                    .attribute(ArtifactTypeDefinition.ARTIFACT_TYPE_ATTRIBUTE, UNPACKED))
        .getFiles();
  }

  private static String coordinates() {
    return "org.palus:palus:" + version() + ":" + Platform.current() + "@zip";
  }

  /** The plugin's own version. */
  static String version() {
    Properties properties = new Properties();
    try (InputStream in = PalusPackage.class.getResourceAsStream("plugin.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
