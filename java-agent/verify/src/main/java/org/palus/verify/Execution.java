package org.palus.verify;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/**
 * Runs the test classes of a list in some order, whatever JUnit they are written for. Empty lines
 * divide the list: all classes of a part run before those of the next. Behind a class the list may
 * name some of its methods, each after a tab: only these run then, in the company of none.
 *
 * <p>A test that takes longer than the system property {@code palus.verify.limit-ms} says, by
 * default 10 s, has hung. The methods that the file of {@code palus.verify.left-out} names, {@code
 * CLASS#METHOD} a line, do not run. Of those in the company of none none begins that is later than
 * {@code palus.verify.time-ms} behind the start, where that is given.
 */
final class Execution {
  private static final int DONE = 0;
  private static final int HUNG = 3;
  private static final String LIMIT_PROPERTY = "palus.verify.limit-ms";
  private static final String LEFT_OUT_PROPERTY = "palus.verify.left-out";
  private static final String TIME_PROPERTY = "palus.verify.time-ms";
  private static final Duration LIMIT = Duration.ofMillis(Long.getLong(LIMIT_PROPERTY, 10_000));

  private final Order order;
  private final Company company;
  private final ClassPath classPath;
  private final Reporter reporter;
  private final Launcher launcher;
  private final Set<String> leftOut;

  /** What is known of test classes that run in the company of none; empty where an engine is needed. */
  private final Map<String, Optional<Plain>> plains = new HashMap<>();

  /** By {@code System.nanoTime}; null where there is all the time. */
  private final Long deadline;

  private Execution(
      Order order,
      Company company,
      ClassPath classPath,
      Reporter reporter,
      Set<String> leftOut,
      Long deadline) {
    this.order = order;
    this.company = company;
    this.classPath = classPath;
    this.reporter = reporter;
    this.leftOut = leftOut;
    this.deadline = deadline;
    launcher = Engines.launcher();
  }

  /**
   * Runs the classes of a list.
   *
   * @param classPath what test classes with less than all company load for themselves
   */
  static int run(
      Order order, Path listFile, Company company, String classPath, PrintStream out)
      throws IOException {
    List<List<String>> parts = parts(listFile, order);
    Set<String> leftOut = leftOut();
    Long deadline = deadline();
    Sink sink = new Sink();
    PrintStream nowhere = new PrintStream(sink);
    System.setOut(nowhere);
    System.setErr(nowhere);
    // Nor do the tests see what they are watched by.
    System.clearProperty(LIMIT_PROPERTY);
    System.clearProperty(LEFT_OUT_PROPERTY);
    System.clearProperty(TIME_PROPERTY);
    Reporter reporter = new Reporter(out, sink);
    Watchdog watchdog =
        new Watchdog(
            LIMIT,
            () -> {
              reporter.hung();
              Runtime.getRuntime().halt(HUNG);
            });
    reporter.watchedBy(watchdog);
    ClassPath own = company == Company.ALL ? null : new ClassPath(classPath);
    Execution execution = new Execution(order, company, own, reporter, leftOut, deadline);
    for (List<String> part : parts) {
      if (company == Company.NONE) {
        execution.runEach(part);
      } else {
        execution.run(part);
      }
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
  private void run(List<String> classes) {
    List<Class<?>> present = new ArrayList<>();
    for (String name : classes) {
      reporter.startClass(name);
      load(name).ifPresent(present::add);
    }
    reporter.startClasses();
    execute(selectors(present));
    for (Class<?> tests : present) {
      if (!reporter.hasStarted(tests.getName())) {
        reporter.startClass(tests.getName());
        execute(List.of(DiscoverySelectors.selectClass(tests)));
      }
    }
  }

  /** Runs the methods of these classes, as long as there is time. */
  private void runEach(List<String> lines) {
    for (String line : lines) {
      if (isLate()) {
        reporter.late();
        return;
      }
      runEachMethod(line);
    }
  }

  private boolean isLate() {
    return deadline != null && System.nanoTime() - deadline > 0;
  }

  /**
   * Runs the methods of a class, each as if it were the only one.
   *
   * @param line the class; behind it, each after a tab, the methods, all tests when none is named. One
   *     that is named several times in a row runs as often, on the classes that were loaded first.
   */
  private void runEachMethod(String line) {
    List<String> columns = List.of(line.split("\t"));
    String name = columns.get(0);
    reporter.startClass(name);
    List<String> methods = columns.subList(1, columns.size());
    Plain plain = plains.computeIfAbsent(name, this::plain).orElse(null);
    Optional<Class<?>> tests = Optional.empty();
    String last = null;
    for (String method : methods.isEmpty() ? methods(name) : methods) {
      if (!method.equals(last)) {
        tests = load(name);
        last = method;
      }
      tests.ifPresent(loaded -> runMethod(loaded, method, plain));
    }
  }

  private Optional<Plain> plain(String name) {
    return load(name).map(Plain::of);
  }

  private void runMethod(Class<?> tests, String method, Plain plain) {
    if (plain == null || !plain.has(method)) {
      execute(List.of(DiscoverySelectors.selectMethod(tests, method, "")));
      return;
    }
    ClassLoader usual = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(tests.getClassLoader());
    Throwable failure = null;
    reporter.startTest(tests.getName(), method);
    try {
      plain.run(tests, method);
    } catch (Throwable thrown) {
      failure = thrown;
    }
    reporter.endTest(tests.getName(), method, failure);
    Thread.currentThread().setContextClassLoader(usual);
  }

  private List<String> methods(String name) {
    Set<String> methods = new LinkedHashSet<>();
    for (Class<?> tests : load(name).stream().toList()) {
      TestPlan plan = launcher.discover(request(List.of(DiscoverySelectors.selectClass(tests))));
      for (TestIdentifier root : plan.getRoots()) {
        for (TestIdentifier test : plan.getDescendants(root)) {
          test.getSource()
              .filter(MethodSource.class::isInstance)
              .map(source -> ((MethodSource) source).getMethodName())
              .ifPresent(methods::add);
        }
      }
    }
    return List.copyOf(methods);
  }

  private void execute(List<? extends DiscoverySelector> selectors) {
    ClassLoader usual = Thread.currentThread().getContextClassLoader();
    launcher.execute(request(selectors), reporter);
    Thread.currentThread().setContextClassLoader(usual);
  }

  private static List<ClassSelector> selectors(List<Class<?>> classes) {
    return classes.stream().map(DiscoverySelectors::selectClass).collect(Collectors.toList());
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

  private static Long deadline() {
    Long millis = Long.getLong(TIME_PROPERTY);
    return millis == null ? null : System.nanoTime() + Duration.ofMillis(millis).toNanos();
  }

  private static Set<String> leftOut() throws IOException {
    String file = System.getProperty(LEFT_OUT_PROPERTY);
    return file == null ? Set.of() : Set.copyOf(Files.readAllLines(Path.of(file)));
  }

  private FilterResult runs(TestDescriptor test) {
    TestSource source = test.getSource().orElse(null);
    if (source instanceof MethodSource) {
      MethodSource method = (MethodSource) source;
      String name = method.getClassName() + '#' + method.getMethodName();
      return FilterResult.includedIf(!leftOut.contains(name));
    }
    return FilterResult.included("no method");
  }

  private Optional<Class<?>> load(String name) {
    ClassLoader loader =
        company == Company.ALL
            ? Thread.currentThread().getContextClassLoader()
            : new OwnLoader(classPath);
    try {
      return Optional.of(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      reporter.classFailed("the class cannot be loaded: " + e);
      return Optional.empty();
    }
  }

  private LauncherDiscoveryRequest request(List<? extends DiscoverySelector> selectors) {
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(selectors)
        .filters((PostDiscoveryFilter) this::runs)
        .configurationParameters(order.parameters())
        // A junit-platform.properties of the class path could switch services on again.
        .enableImplicitConfigurationParameters(false)
        .build();
  }
}
