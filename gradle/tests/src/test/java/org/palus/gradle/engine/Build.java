package org.palus.gradle.engine;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gradle.testkit.runner.BuildResult;
import org.gradle.testkit.runner.GradleRunner;

/**
 * A Gradle project in a folder of a test's own, and builds of it on a real engine in this process.
 */
public final class Build {
  private static Path gradle;

  private final Path folder;

  private Build(Path folder) {
    this.folder = folder;
  }

  /** A project without a file in it. */
  public static Build in(Path folder) throws IOException {
    Files.createDirectories(folder);
    Build build = new Build(folder);
    build.file("settings.gradle", "rootProject.name = 'sample'\n");
    return build;
  }

  /** A project that is there. */
  public static Build of(Path folder) {
    return new Build(folder);
  }

  /** The same files in another folder, what was built left behind. */
  public Build copiedTo(Path other) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString();
        if (!name.startsWith("build/") && !name.startsWith(".gradle/")) {
          Path target = other.resolve(name);
          Files.createDirectories(target.getParent());
          Files.copy(file, target);
        }
      }
    }
    return new Build(other);
  }

  /** Writes a file. */
  public Build file(String name, String... lines) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, String.join("\n", lines) + "\n");
    return this;
  }

  /** A path in the project. */
  public Path path(String name) {
    return folder.resolve(name);
  }

  /** The lines of a file. */
  public String text(String name) throws IOException {
    return Files.readString(path(name));
  }

  /** The files below a folder of the project, sorted; none when it is not there. */
  public List<String> filesBelow(String name) throws IOException {
    Path below = path(name);
    if (!Files.isDirectory(below)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(below)) {
      return files
          .filter(Files::isRegularFile)
          .map(f -> below.relativize(f).toString())
          .sorted()
          .toList();
    }
  }

  /** A build that succeeds. */
  public BuildResult run(String... arguments) throws IOException {
    return runner(arguments).build();
  }

  /** A build that fails. */
  public BuildResult fails(String... arguments) throws IOException {
    return runner(arguments).buildAndFail();
  }

  /** A build as a user has it: the plugin, the command and the library come from repositories. */
  public BuildResult runWithoutInjection(String... arguments) throws IOException {
    return engine(List.of(arguments)).build();
  }

  private GradleRunner runner(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("-Ppalus.home=" + System.getProperty("palus.test.home"));
    return engine(all).withPluginClasspath(plugin());
  }

  private GradleRunner engine(List<String> arguments) throws IOException {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of("--offline", "--stacktrace"));
    return GradleRunner.create()
        .withGradleInstallation(gradle().toFile())
        // The engine runs in this process: no daemon can be started from the API jar.
        .withDebug(true)
        .withTestKitDir(target().resolve("testkit").toFile())
        .withProjectDir(folder.toFile())
        .withArguments(all);
  }

  private static synchronized Path gradle() throws IOException {
    if (gradle == null) {
      String distribution = System.getProperty("palus.test.gradle", "");
      gradle =
          distribution.isEmpty()
              ? GradleHome.in(target().resolve("gradle-home-" + version()), version(), classPath())
              : Path.of(distribution);
    }
    return gradle;
  }

  /** The version of the engine, where it is laid out of an API jar. */
  public static String version() {
    return System.getProperty("palus.test.gradle.version");
  }

  /** Where this module is built. */
  public static Path target() {
    return Path.of(System.getProperty("palus.test.target")).toAbsolutePath();
  }

  private static List<File> plugin() {
    return classPath().stream()
        .filter(Build::isOfPlugin)
        .map(Path::toFile)
        .collect(Collectors.toList());
  }

  /** Jars, or folders of classes when the whole build has not packed them yet. */
  private static boolean isOfPlugin(Path entry) {
    String path = entry.toString();
    return !path.contains("test-classes")
        && path.matches(".*palus-(tooling|gradle-plugin)(/classes|[^/]*\\.jar)");
  }

  private static List<Path> classPath() {
    // Surefire's own class loader hides the class path behind a manifest.
    String whole =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(whole.split(File.pathSeparator))
        .map(Path::of)
        .collect(Collectors.toList());
  }

  /**
   * The number of tests that a test task ran, by its result files; the project is empty for the
   * root.
   */
  public int testsRun(String project, String task) {
    return sum(project, task, "tests");
  }

  /** The number of those that failed. */
  public int testsFailed(String project, String task) {
    return sum(project, task, "failures") + sum(project, task, "errors");
  }

  private int sum(String project, String task, String name) {
    String results = (project.isEmpty() ? "" : project + "/") + "build/test-results/" + task;
    try {
      int sum = 0;
      for (String file : filesBelow(results)) {
        if (file.endsWith(".xml")) {
          String suite = text(results + "/" + file);
          sum +=
              Integer.parseInt(
                  suite.replaceFirst("(?s).*?<testsuite [^>]* " + name + "=\"(\\d+)\".*", "$1"));
        }
      }
      return sum;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
