package org.palus.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.model.ConfigurationContainer;
import org.apache.maven.model.Plugin;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * What the project asks of the plugin that runs its tests, as far as it can keep a recorder out.
 */
final class Surefire {
  private static final String KEY = "org.apache.maven.plugins:maven-surefire-plugin";

  private final MavenProject project;

  Surefire(MavenProject project) {
    this.project = project;
  }

  /**
   * Why a recorder that is passed by this property will not be in the test JVMs: a sentence that
   * names the remedy.
   *
   * @param property the name of the property that holds the recorder's option, or null when it is
   *     passed otherwise
   */
  Optional<String> obstacle(String property) {
    if (isSet("maven.test.skip") || isSet("skipTests")) {
      return Optional.of("tests are skipped (maven.test.skip or skipTests); run them");
    }
    if ("0".equals(value("forkCount")) || "never".equals(value("forkMode"))) {
      return Optional.of(
          "Surefire has forkCount 0, so tests run inside Maven, where no recorder can be loaded; set forkCount to 1");
    }
    if (hasJupiter() && isOlderThanJupiter()) {
      return Optional.of(
          "Surefire "
              + version()
              + " runs no tests of JUnit 5; name maven-surefire-plugin in the pom with version 2.22.2 or newer");
    }
    if (property == null) {
      return Optional.empty();
    }
    for (Xpp3Dom configuration : configurations()) {
      Xpp3Dom argLine = configuration.getChild("argLine");
      if (argLine != null
          && argLine.getValue() != null
          && !refersTo(argLine.getValue(), property)) {
        String said = argLine.getValue().trim();
        return Optional.of(
            "Surefire's <argLine>"
                + said
                + "</argLine> replaces the property "
                + property
                + ", which holds the recorder; write <argLine>@{"
                + property
                + "} "
                + said
                + "</argLine>, or run palus:trace, which needs no argLine");
      }
    }
    return Optional.empty();
  }

  /**
   * The patterns that hold beside the parameter {@code excludes}: those of the file that the
   * project names, or what Surefire leaves out where nothing is listed at all.
   */
  List<String> excludesBesideTheListed() throws IOException {
    String file = value("excludesFile");
    if (file != null) {
      Path patterns = project.getBasedir().toPath().resolve(file);
      return Files.readAllLines(patterns, StandardCharsets.UTF_8);
    }
    boolean listed = configurations().stream().anyMatch(it -> it.getChild("excludes") != null);
    return listed ? Collections.emptyList() : Collections.singletonList("**/*$*");
  }

  private static boolean refersTo(String argLine, String property) {
    return argLine.contains("@{" + property + "}") || argLine.contains("${" + property + "}");
  }

  private boolean isSet(String property) {
    String value = project.getProperties().getProperty(property, System.getProperty(property));
    return value != null && (value.isEmpty() || value.equals("true"));
  }

  private boolean hasJupiter() {
    return project.getArtifacts().stream()
        .anyMatch(artifact -> artifact.getGroupId().equals("org.junit.jupiter"));
  }

  /** Before 2.22 Surefire knows JUnit 4 and TestNG; it takes tests of JUnit 5 for no tests. */
  private boolean isOlderThanJupiter() {
    Matcher numbers = Pattern.compile("2\\.(\\d+).*").matcher(version());
    return numbers.matches() && Integer.parseInt(numbers.group(1)) < 22;
  }

  private String version() {
    Plugin surefire = project.getPlugin(KEY);
    return surefire == null || surefire.getVersion() == null ? "" : surefire.getVersion();
  }

  /** A parameter of Surefire that the project or the command line sets. */
  private String value(String parameter) {
    for (Xpp3Dom configuration : configurations()) {
      Xpp3Dom child = configuration.getChild(parameter);
      if (child != null && child.getValue() != null) {
        return child.getValue().trim();
      }
    }
    return System.getProperty(parameter, project.getProperties().getProperty(parameter));
  }

  private List<Xpp3Dom> configurations() {
    List<Xpp3Dom> configurations = new ArrayList<>();
    Plugin surefire = project.getPlugin(KEY);
    if (surefire != null) {
      List<ConfigurationContainer> containers = new ArrayList<>(surefire.getExecutions());
      containers.add(surefire);
      for (ConfigurationContainer container : containers) {
        if (container.getConfiguration() instanceof Xpp3Dom) {
          configurations.add((Xpp3Dom) container.getConfiguration());
        }
      }
    }
    return configurations;
  }
}
