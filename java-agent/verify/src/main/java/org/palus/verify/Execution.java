package org.palus.verify;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/**
 * Runs the test classes of a list in some order, whatever JUnit they are written for. Empty lines divide the list: all classes of a part run before those of the next.
 * With {@code apart}, each class finds the code under test as if no other had run before it. A test
 * that takes longer than the system property {@code palus.verify.limit-ms} says, by default 10 s,
 * has hung.
 */
final class Execution {
  private static final int DONE = 0;
  private static final int HUNG = 3;
  private static final String LIMIT_PROPERTY = "palus.verify.limit-ms";
  private static final Duration LIMIT = Duration.ofMillis(Long.getLong(LIMIT_PROPERTY, 10_000));

  private Execution() {}

  static int run(Order order, Path listFile, boolean apart, PrintStream out)
      throws IOException {
    List<List<String>> parts = parts(listFile, order);
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    System.setOut(nowhere);
    System.setErr(nowhere);
    // Nor do the tests see what they are watched by.
    System.clearProperty(LIMIT_PROPERTY);
    Reporter reporter = new Reporter(out);
    Watchdog watchdog =
        new Watchdog(
            LIMIT,
            () -> {
              reporter.hung();
              Runtime.getRuntime().halt(HUNG);
            });
    reporter.watchedBy(watchdog);
    Launcher launcher = Engines.launcher();
    for (List<String> part : parts) {
      run(part, order, apart, launcher, reporter);
    }
    watchdog.end();
    reporter.done();
    return DONE;
  }

  /**
   * Runs the classes in this order. To discover and start each by itself takes twice as long as all
   * together; what an engine did not start then, because it stumbled over another one, has its turn
   * alone.
   */
  private static void run(
      List<String> classes,
      Order order,
      boolean apart,
      Launcher launcher,
      Reporter reporter) {
    List<Class<?>> present = new ArrayList<>();
    for (String name : classes) {
      reporter.startClass(name);
      load(name, apart, reporter).ifPresent(present::add);
    }
    reporter.startClasses();
    launcher.execute(request(present, order), reporter);
    for (Class<?> tests : present) {
      if (!reporter.hasStarted(tests.getName())) {
        reporter.startClass(tests.getName());
        launcher.execute(request(List.of(tests), order), reporter);
      }
    }
  }

  private static List<List<String>> parts(Path listFile, Order order) throws IOException {
    List<List<String>> parts = new ArrayList<>();
    parts.add(new ArrayList<>());
    for (String line : Files.readAllLines(listFile, StandardCharsets.UTF_8)) {
      if (line.isBlank()) {
        parts.add(new ArrayList<>());
      } else {
        parts.get(parts.size() - 1).add(line.strip());
      }
    }
    order.apply(parts);
    return parts;
  }

  private static Optional<Class<?>> load(String name, boolean apart, Reporter reporter) {
    ClassLoader loader =
        apart ? new OwnLoader() : Thread.currentThread().getContextClassLoader();
    try {
      return Optional.of(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      reporter.classFailed("the class cannot be loaded: " + e);
      return Optional.empty();
    }
  }

  private static LauncherDiscoveryRequest request(List<Class<?>> classes, Order order) {
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(
            classes.stream().map(DiscoverySelectors::selectClass).collect(Collectors.toList()))
        .configurationParameters(order.parameters())
        // A junit-platform.properties of the class path could switch services on again.
        .enableImplicitConfigurationParameters(false)
        .build();
  }
}
