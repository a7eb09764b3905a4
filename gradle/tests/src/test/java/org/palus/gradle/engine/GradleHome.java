package org.palus.gradle.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Lays out a folder in which TestKit finds a Gradle, from the API jar, which holds nearly all of
 * Gradle as a Maven artifact. A distribution, named by the system property {@code
 * palus.test.gradle}, is better where there is one.
 *
 * <p>Gradle looks for its modules as jars in {@code lib}, each with a list of what it needs. Here
 * one module is the whole API jar and all the others are empty but for such a list.
 */
final class GradleHome {
  private static final String WHOLE = "gradle-base-services";
  private static final String LIST = "-classpath.properties";
  private static final String PLUGINS = "plugins.properties";

  /** Modules that are started by name and have no list in the API jar. */
  private static final List<String> STARTERS =
      List.of(
          "gradle-gradle-cli",
          "gradle-tooling-api-provider",
          "gradle-daemon-server",
          "gradle-daemon-main");

  /** Modules that are looked up and need nothing else. */
  private static final List<String> LEAVES =
      List.of(
          "gradle-installation-beacon",
          "gradle-java-compiler-plugin",
          "gradle-instrumentation-agent");

  /** Libraries that are not part of the API jar, under their own names. */
  private static final String OWN_JARS = "(groovy|ant|kotlin-stdlib|annotations)-.*\\.jar";

  /** Libraries that test workers load by their own names. */
  private static final String WORKER_JARS = "(junit-4|hamcrest-core-1)\\..*\\.jar";

  private static final String UNUSED_JARS =
      "groovy-(test-junit5|testng|cli-picocli|jsr223|jmx|servlet|macro|groovysh|console).*";

  private static final String CONNECTION =
      "META-INF/services/org.gradle.tooling.internal.protocol.ConnectionVersion4";

  private final Path lib;
  private final String version;
  private final Map<String, Properties> modules = new TreeMap<>();
  private final Set<String> libraries = new TreeSet<>();

  /** Modules that the engine looks for, some of which the API jar has no list of. */
  private final Set<String> optional = new TreeSet<>();

  private final List<String> copied = new ArrayList<>();
  private boolean hasConnection;

  private GradleHome(Path home, String version) {
    this.lib = home.resolve("lib");
    this.version = version;
  }

  /** The folder, laid out now if it is not yet. */
  static Path in(Path home, String version, List<Path> classPath) throws IOException {
    Path complete = home.resolve("complete");
    if (!Files.exists(complete)) {
      new GradleHome(home, version)
          .layOut(named("gradle-api-" + version + ".jar", classPath), classPath);
      Files.writeString(complete, "");
    }
    return home;
  }

  private static Path named(String name, List<Path> classPath) {
    return classPath.stream()
        .filter(jar -> jar.getFileName().toString().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("no " + name + " on the class path of the tests"));
  }

  private void layOut(Path api, List<Path> classPath) throws IOException {
    Files.createDirectories(lib.resolve("plugins"));
    for (Path jar : classPath) {
      String name = jar.getFileName().toString();
      if (name.matches(OWN_JARS) && !name.matches(UNUSED_JARS)) {
        Files.copy(jar, lib.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        copied.add(name);
      } else if (name.matches(WORKER_JARS)) {
        Files.copy(jar, lib.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Path whole = lib.resolve(WHOLE + "-" + version + ".jar");
    Files.copy(api, whole, StandardCopyOption.REPLACE_EXISTING);
    try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + whole.toUri()), Map.of())) {
      readLists(jar.getPath("/"));
      openUp(jar.getPath("/"));
      hasConnection = Files.exists(jar.getPath("/" + CONNECTION));
    }
    writeModules();
    for (String library : libraries) {
      // Looked up by name only: its classes are in the API jar, under another package.
      if (!Files.exists(lib.resolve(library))) {
        write(lib.resolve(library), Map.of());
      }
    }
  }

  private void readLists(Path root) throws IOException {
    for (Path file : files(root, 1)) {
      String name = file.getFileName().toString();
      if (name.endsWith(LIST)) {
        Properties list = read(file);
        modules.put(name.substring(0, name.length() - LIST.length()), list);
        libraries.addAll(words(list.getProperty("runtime")));
      } else if (name.endsWith(PLUGINS)) {
        optional.addAll(words(read(file).getProperty("plugins")));
      }
    }
    libraries.add("native-platform-0.22-milestone-26.jar");
    Properties whole = modules.remove(WHOLE);
    whole.setProperty("runtime", String.join(",", copied));
    try (OutputStream out = Files.newOutputStream(root.resolve(WHOLE + LIST))) {
      whole.store(out, null);
    }
  }

  private static Properties read(Path file) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    }
    return properties;
  }

  /**
   * Removes what holds the jar together as it is: signatures, the mark of relocation, relocated
   * test frameworks.
   */
  private static void openUp(Path root) throws IOException {
    for (Path file : files(root.resolve("META-INF"), 1)) {
      if (file.toString().matches(".*\\.(SF|DSA|RSA)")
          || file.toString().endsWith(".gradle-runtime-shaded")) {
        Files.delete(file);
      }
    }
    for (Path file : files(root.resolve("org/gradle"), Integer.MAX_VALUE)) {
      String name = file.toString();
      if (name.endsWith(".class") && name.contains("/testing/") && !name.contains("/impldep/")) {
        byte[] relocated = Files.readAllBytes(file);
        byte[] original = Relocation.undo(relocated);
        if (original != relocated) {
          Files.write(file, original);
        }
      }
    }
  }

  private static List<Path> files(Path folder, int depth) throws IOException {
    try (Stream<Path> files = Files.walk(folder, depth)) {
      return files.filter(Files::isRegularFile).collect(Collectors.toList());
    }
  }

  private void writeModules() throws IOException {
    Set<String> all = new TreeSet<>(modules.keySet());
    all.add(WHOLE);
    Properties everything = new Properties();
    everything.setProperty("projects", String.join(",", all));
    STARTERS.forEach(module -> modules.put(module, everything));
    LEAVES.forEach(module -> modules.put(module, new Properties()));
    // Else they would be looked for on the class path, where another version's are.
    optional.forEach(module -> modules.putIfAbsent(module, new Properties()));
    all.addAll(modules.keySet());
    for (Map.Entry<String, Properties> module : modules.entrySet()) {
      Set<String> needed = new TreeSet<>(words(module.getValue().getProperty("projects")));
      needed.retainAll(all);
      if (!LEAVES.contains(module.getKey())) {
        needed.add(WHOLE);
      }
      Map<String, byte[]> content = standIns(module.getKey());
      String list = "projects=" + String.join(",", needed) + "\nruntime=\n";
      content.put(module.getKey() + LIST, list.getBytes(StandardCharsets.UTF_8));
      write(lib.resolve(module.getKey() + "-" + version + ".jar"), content);
    }
  }

  /** The classes that the API jar lacks, which older ones have; they lie among the tests. */
  private Map<String, byte[]> standIns(String module) throws IOException {
    Map<String, byte[]> content = new LinkedHashMap<>();
    switch (module) {
      case "gradle-installation-beacon" ->
          add(content, "org/gradle/internal/installation/beacon/InstallationBeacon.class");
      case "gradle-java-compiler-plugin" ->
          add(content, "org/gradle/internal/compiler/java/IncrementalCompileTask.class");
      case "gradle-tooling-api-provider" -> {
        if (!hasConnection) {
          String connection = "org/gradle/tooling/internal/provider/EmbeddedConnection";
          add(content, connection + ".class");
          add(content, connection + "$EmbeddedProcess.class");
          content.put(CONNECTION, connection.replace('/', '.').getBytes(StandardCharsets.UTF_8));
        }
      }
      default -> {}
    }
    return content;
  }

  private static void add(Map<String, byte[]> content, String name) throws IOException {
    try (InputStream in = GradleHome.class.getClassLoader().getResourceAsStream(name)) {
      content.put(name, in.readAllBytes());
    }
  }

  private static List<String> words(String list) {
    return list == null
        ? List.of()
        : Stream.of(list.split(",")).map(String::trim).filter(w -> !w.isEmpty()).toList();
  }

  private static void write(Path jar, Map<String, byte[]> content) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
      zip.write("Manifest-Version: 1.0\n\n".getBytes(StandardCharsets.UTF_8));
      for (Map.Entry<String, byte[]> entry : content.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
  }
}
