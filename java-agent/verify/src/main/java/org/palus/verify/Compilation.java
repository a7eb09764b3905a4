package org.palus.verify;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles the sources that are newer than their class files, and reports every error and warning.
 *
 * <p>They are compiled in parts, since the compiler writes no class file at all where it finds an
 * error: only the files of a part with an error are compiled again when that is mended.
 */
final class Compilation {
  /** How much source a part has, in bytes; a file is never divided. */
  private static final long PART = 256 * 1024;

  /** Below this a part takes longer than it saves: each reads the class path anew. */
  private static final long SMALLEST_PART = 32 * 1024;

  /** {@code A.java:5: warning: [deprecation] ...}: behind the place and one word. */
  private static final Pattern KEY = Pattern.compile("\\.java:\\d+: [^:\\[]*: \\[([a-z-]+)\\] ");

  /** Standard error tells of a compiler that failed; who reads it is told of the file. */
  private static final Writer SILENCE = Writer.nullWriter();

  /** What the compiler calls it when a class file that a source needs is missing or broken. */
  private static final String CLASS_FILE = "compiler.err.cant.access";

  private final List<Path> sources;
  private final Path output;
  private final List<String> options;

  /** Sources at which the compiler ends without an answer. */
  private final Queue<Path> deadly = new ConcurrentLinkedQueue<>();

  private Compilation(List<Path> sources, Path output, String classPath, List<String> more) {
    this.sources = sources;
    this.output = output;
    options = options(output, classPath, more);
  }

  static void run(
      List<Path> sources, Path output, Path classPathFile, Path optionsFile, PrintStream out)
      throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalStateException("no Java compiler: give a JDK, not a JRE");
    }
    Files.createDirectories(output);
    String classPath = Files.readString(classPathFile).strip();
    Compilation compilation =
        new Compilation(sources, output, classPath, Files.readAllLines(optionsFile));
    compilation.report(compilation.compile(compiler), out);
  }

  /** Parts know nothing of one another, so each processor takes one after the other. */
  private List<Diagnostic<? extends JavaFileObject>> compile(JavaCompiler compiler)
      throws IOException {
    int processors = Runtime.getRuntime().availableProcessors();
    Queue<List<Path>> parts = new ConcurrentLinkedQueue<>(parts(processors));
    int threads = Math.min(processors, parts.size());
    if (threads == 0) {
      return new ArrayList<>();
    }
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<List<Diagnostic<? extends JavaFileObject>>>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        running.add(executor.submit(() -> compile(compiler, parts)));
      }
      List<Diagnostic<? extends JavaFileObject>> problems = new ArrayList<>();
      for (Future<List<Diagnostic<? extends JavaFileObject>>> thread : running) {
        problems.addAll(thread.get());
      }
      return problems;
    } catch (ExecutionException | InterruptedException e) {
      throw new IOException("the compiler failed: " + e.getMessage(), e);
    } finally {
      executor.shutdownNow();
    }
  }

  private List<Diagnostic<? extends JavaFileObject>> compile(
      JavaCompiler compiler, Queue<List<Path>> parts) throws IOException {
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(problems, Locale.ROOT, StandardCharsets.UTF_8)) {
      for (List<Path> part = parts.poll(); part != null; part = parts.poll()) {
        long before = errors(problems);
        Iterable<? extends JavaFileObject> files = manager.getJavaFileObjectsFromPaths(part);
        boolean done = answers(compiler.getTask(SILENCE, manager, problems, options, null, files));
        if (!done && errors(problems) == before) {
          divide(part, parts);
        }
      }
    }
    return problems.getDiagnostics();
  }

  /** False also where the compiler fails: a class file can be deep enough to use up its stack. */
  private static boolean answers(JavaCompiler.CompilationTask task) {
    try {
      return task.call();
    } catch (RuntimeException | StackOverflowError failure) {
      return false;
    }
  }

  private static long errors(DiagnosticCollector<JavaFileObject> problems) {
    return problems.getDiagnostics().stream()
        .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
        .count();
  }

  /** Has the halves of a part compiled one by one, until it is known at which file it ends. */
  private void divide(List<Path> part, Queue<List<Path>> parts) {
    if (part.size() == 1) {
      deadly.add(part.get(0));
      return;
    }
    int half = part.size() / 2;
    parts.add(part.subList(0, half));
    parts.add(part.subList(half, part.size()));
  }

  /** The sources to compile: one part a thread, more where they would get too large. */
  private List<List<Path>> parts(int threads) throws IOException {
    List<Path> files = outdated();
    long all = 0;
    for (Path file : files) {
      all += Files.size(file);
    }
    long size = Math.max(SMALLEST_PART, Math.min(PART, all / threads));
    List<List<Path>> parts = new ArrayList<>();
    long room = 0;
    for (Path file : files) {
      if (room <= 0) {
        parts.add(new ArrayList<>());
        room = size;
      }
      parts.get(parts.size() - 1).add(file);
      room -= Files.size(file);
    }
    return parts;
  }

  /** The sources without a class file of the same age or younger; an older one is deleted. */
  private List<Path> outdated() throws IOException {
    List<Path> outdated = new ArrayList<>();
    for (Path directory : sources) {
      for (Path file : javaFiles(directory)) {
        if (!isUpToDate(file, directory.relativize(file).toString())) {
          outdated.add(file);
        }
      }
    }
    return outdated;
  }

  private boolean isUpToDate(Path file, String name) throws IOException {
    Path compiled = output.resolve(name.substring(0, name.length() - 5) + ".class");
    if (!Files.exists(compiled)) {
      return false;
    }
    if (Files.getLastModifiedTime(compiled).compareTo(Files.getLastModifiedTime(file)) >= 0) {
      return true;
    }
    Files.delete(compiled);
    return false;
  }

  private static List<Path> javaFiles(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(file -> file.toString().endsWith(".java"))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private static List<String> options(Path output, String classPath, List<String> more) {
    String all = Integer.toString(Integer.MAX_VALUE);
    List<String> options = new ArrayList<>(more);
    // Without an empty path the compiler would look on the class path for plugins, and run them.
    options.addAll(List.of("-processorpath", ""));
    options.addAll(List.of("-proc:none", "-g", "-Xmaxerrs", all, "-Xmaxwarns", all));
    options.addAll(List.of("-d", output.toString(), "-cp", classPath));
    return options;
  }

  private void report(List<Diagnostic<? extends JavaFileObject>> problems, PrintStream out) {
    problems.sort(order(sources));
    long errors = deadly.size();
    deadly.stream()
        .map(file -> path(sources, file))
        .sorted()
        .forEach(path -> out.println(Line.of("refusal", path, 0, "it ended without an answer")));
    for (Diagnostic<? extends JavaFileObject> problem : problems) {
      String path = path(sources, problem);
      if (problem.getKind() == Diagnostic.Kind.ERROR) {
        errors++;
        String kind = CLASS_FILE.equals(problem.getCode()) ? "refusal" : "error";
        String message = problem.getMessage(Locale.ROOT);
        out.println(Line.of(kind, path, problem.getLineNumber(), message));
      } else if (isWarning(problem) && !path.isEmpty()) {
        out.println(Line.of("warning", path, problem.getLineNumber(), key(problem)));
      }
    }
    out.println(Line.of("done", errors));
  }

  private static boolean isWarning(Diagnostic<?> problem) {
    return problem.getKind() == Diagnostic.Kind.WARNING
        || problem.getKind() == Diagnostic.Kind.MANDATORY_WARNING;
  }

  /** What {@code @SuppressWarnings} calls it; empty for a warning that cannot be suppressed. */
  private static String key(Diagnostic<?> warning) {
    // The compiler tells the key as a part of the whole text alone.
    Matcher key = KEY.matcher(warning.toString());
    return key.find() ? key.group(1) : "";
  }

  /** By place: the compiler reports phase by phase. */
  private static Comparator<Diagnostic<? extends JavaFileObject>> order(List<Path> sources) {
    Comparator<Diagnostic<? extends JavaFileObject>> byPath =
        Comparator.comparing(problem -> path(sources, problem));
    return byPath.thenComparing(Diagnostic::getLineNumber);
  }

  /** Below its source directory, with slashes; empty for an error that has no file. */
  private static String path(List<Path> sources, Diagnostic<? extends JavaFileObject> problem) {
    if (problem.getSource() == null) {
      return "";
    }
    return path(sources, Path.of(problem.getSource().toUri()));
  }

  private static String path(List<Path> sources, Path source) {
    Path file = source.toAbsolutePath().normalize();
    for (Path directory : sources) {
      Path whole = directory.toAbsolutePath().normalize();
      if (file.startsWith(whole)) {
        return whole.relativize(file).toString().replace('\\', '/');
      }
    }
    return "";
  }
}
