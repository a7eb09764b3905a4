package org.palus.verify;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles all sources in one go and reports every error. */
final class Compilation {
  private Compilation() {}

  static void run(Path sources, Path output, Path classPathFile, PrintStream out)
      throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalStateException("no Java compiler: give a JDK, not a JRE");
    }
    Files.createDirectories(output);
    List<Path> files = javaFiles(sources);
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    if (!files.isEmpty()) {
      try (StandardJavaFileManager manager =
          compiler.getStandardFileManager(problems, Locale.ROOT, StandardCharsets.UTF_8)) {
        compiler
            .getTask(
                null,
                manager,
                problems,
                options(output, Files.readString(classPathFile).strip()),
                null,
                manager.getJavaFileObjectsFromPaths(files))
            .call();
      }
    }
    report(sources, problems, out);
  }

  private static List<Path> javaFiles(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(file -> file.toString().endsWith(".java"))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private static List<String> options(Path output, String classPath) {
    String all = Integer.toString(Integer.MAX_VALUE);
    return List.of(
        "-proc:none",
        "-nowarn",
        "-g",
        "-encoding",
        "UTF-8",
        "-Xmaxerrs",
        all,
        "-d",
        output.toString(),
        "-cp",
        classPath);
  }

  private static void report(
      Path sources, DiagnosticCollector<JavaFileObject> problems, PrintStream out) {
    List<Diagnostic<? extends JavaFileObject>> errors =
        problems.getDiagnostics().stream()
            .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
            .sorted(order(sources))
            .collect(Collectors.toList());
    for (Diagnostic<? extends JavaFileObject> error : errors) {
      String message = error.getMessage(Locale.ROOT);
      out.println(Line.of("error", path(sources, error), error.getLineNumber(), message));
    }
    out.println(Line.of("done", errors.size()));
  }

  /** By place: the compiler reports phase by phase. */
  private static Comparator<Diagnostic<? extends JavaFileObject>> order(Path sources) {
    Comparator<Diagnostic<? extends JavaFileObject>> byPath =
        Comparator.comparing(problem -> path(sources, problem));
    return byPath.thenComparing(Diagnostic::getLineNumber);
  }

  /** Below the source directory, with slashes; empty for an error that has no file. */
  private static String path(Path sources, Diagnostic<? extends JavaFileObject> problem) {
    if (problem.getSource() == null) {
      return "";
    }
    Path file = Path.of(problem.getSource().toUri()).toAbsolutePath();
    return sources
        .toAbsolutePath()
        .normalize()
        .relativize(file.normalize())
        .toString()
        .replace('\\', '/');
  }
}
