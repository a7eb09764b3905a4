package org.palus.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.palus.tooling.ClassNames;
import org.palus.tooling.PalusException;
import org.palus.tooling.Recorder;
import org.palus.tooling.Recordings;

/**
 * Puts the recorder into the property that Surefire takes the options of test JVMs from, in front
 * of what is there. For builds that record whenever they test; {@code palus:trace} needs no such
 * binding.
 */
@Mojo(name = "prepare-trace", defaultPhase = LifecyclePhase.INITIALIZE, threadSafe = true)
public final class PrepareTraceMojo extends PalusMojo {
  /** The property by which {@code palus:trace} passes the recorder. */
  static final String TRACE_PROPERTY = "palus.argLine";

  /** The property by which {@code palus:trace} names a file with patterns of tests not to run. */
  private static final String EXCLUDES_PROPERTY = "palus.excludesFile";

  private static final String GENERATED_TESTS = "**/*PalusTest.java";

  /** The property that gets the option. */
  @Parameter(property = "palus.propertyName", defaultValue = "argLine")
  private String propertyName;

  /** Patterns of the classes to record; without one, the packages of the project's sources. */
  @Parameter(property = "palus.trace.include")
  private List<String> include;

  /** Patterns of classes not to record. */
  @Parameter(property = "palus.trace.exclude")
  private List<String> exclude;

  /** Patterns of types, classes among them, of which all answers are kept. */
  @Parameter(property = "palus.trace.collaborators")
  private List<String> collaborators;

  @Override
  void work() {
    boolean forTrace = propertyName.equals(TRACE_PROPERTY);
    if (project.getContextValue(GENERATED) != null || (!forTrace && isTraced())) {
      whenSkipped();
      return;
    }
    Recordings.clear(recordings());
    String option =
        Recorder.option(
            home().library(),
            recordings(),
            included(),
            exclude == null ? new ArrayList<>() : exclude,
            collaborators == null ? new ArrayList<>() : collaborators);
    String quoted = option.indexOf(' ') < 0 ? option : "\"" + option + "\"";
    set(quoted, forTrace ? System.getenv("JAVA_TOOL_OPTIONS") : current());
    if (forTrace) {
      leaveOutGeneratedTests();
    } else {
      new Surefire(project)
          .obstacle(propertyName)
          .ifPresent(why -> getLog().warn("palus: nothing will be recorded: " + why));
    }
  }

  private void leaveOutGeneratedTests() {
    Path file = folder("tmp").resolve("excludes.txt");
    try {
      List<String> patterns = new ArrayList<>(new Surefire(project).excludesBesideTheListed());
      patterns.add(GENERATED_TESTS);
      Files.createDirectories(file.getParent());
      Files.write(file, patterns, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new PalusException(file + " cannot be written: " + e.getMessage(), e);
    }
    project.getProperties().setProperty(EXCLUDES_PROPERTY, file.toString());
  }

  /** Whether palus:trace has its own recorder in this run of the tests. */
  private boolean isTraced() {
    return !project.getProperties().getProperty(TRACE_PROPERTY, "").isEmpty();
  }

  /** A reference to the property must not stay as it is written. */
  @Override
  void whenSkipped() {
    if (project.getProperties().getProperty(propertyName) == null) {
      project.getProperties().setProperty(propertyName, "");
    }
  }

  private String current() {
    return project.getProperties().getProperty(propertyName);
  }

  private void set(String option, String others) {
    String value = others == null || others.isEmpty() ? option : option + " " + others;
    project.getProperties().setProperty(propertyName, value);
    getLog().debug(propertyName + "=" + value);
  }

  private List<String> included() {
    if (include != null && !include.isEmpty()) {
      return include;
    }
    return ClassNames.ofSources(sources()).packagePatterns();
  }
}
