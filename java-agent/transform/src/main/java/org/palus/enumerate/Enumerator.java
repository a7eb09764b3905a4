package org.palus.enumerate;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The command line: which structures a method accepts.
 *
 * <pre>
 * CLASSPATH_FILE CANDIDATES_FILE CLASS METHOD
 * </pre>
 *
 * <p>{@code METHOD} is {@code -} for {@code repOk}; of the names in {@code CANDIDATES_FILE} are
 * objects where a field is of a class above them. It answers {@code cannot REASON}, or {@code ready
 * METHOD}, classes and fields; then each line of its input, {@code scope N repok|korat all|useful
 * SECONDS MILLIS SIZES}, with the structures and, last, {@code end}. Columns are divided by tabs.
 */
public final class Enumerator {
  private final PrintStream out;
  private final ProgramOfSearch program;
  private final List<String> candidates;

  private Enumerator(PrintStream out, ProgramOfSearch program, List<String> candidates) {
    this.out = out;
    this.program = program;
    this.candidates = candidates;
  }

  /** Answers lines, and ends the virtual machine, whatever the program has started. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.setIn(InputStream.nullInputStream());
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    ProgramOfSearch program = new ProgramOfSearch(Path.of(arguments[0]));
    Thread.currentThread().setContextClassLoader(program);
    Enumerator enumerator =
        new Enumerator(out, program, Files.readAllLines(Path.of(arguments[1])));
    enumerator.answer(lines, arguments[2], arguments[3].equals("-") ? null : arguments[3]);
    out.flush();
    Runtime.getRuntime().halt(0);
  }

  private void answer(BufferedReader lines, String name, String methodName) throws IOException {
    Class<?> type;
    Method method;
    try {
      type = Class.forName(name, false, program);
      method = Trial.find(type, methodName);
      if (type.getClassLoader() != program) {
        cannot("jdk");
      } else if (type.isInterface() || Modifier.isAbstract(type.getModifiers()) || type.isEnum()) {
        cannot("abstract");
      } else if (method == null || Modifier.isStatic(method.getModifiers())) {
        cannot("method");
      } else {
        Class.forName(name, true, program);
        describe(type, method);
        String line = lines.readLine();
        while (line != null) {
          enumerate(new Wanted(line.split("\t", -1)), type, method);
          line = lines.readLine();
        }
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      cannot("load\t" + e.getClass().getName());
    }
  }

  private void cannot(String reason) {
    out.println("cannot\t" + reason);
  }

  private void describe(Class<?> type, Method method) {
    Layouts layouts = new Layouts(program, program.weaver(), candidates, 1);
    layouts.of(type);
    boolean isCallable = !Modifier.isPrivate(method.getModifiers());
    out.println("ready\t" + method.getName() + "\t" + (isCallable ? "callable" : "private"));
    for (Place place : layouts.places()) {
      Field field = place.field;
      char letter = place.kind.letter;
      String of = field.getDeclaringClass().getName();
      String held = field.getType().getName() + "\t" + source(field.getType());
      String changes = program.isFinal(field) ? "final" : "open";
      out.println(
          "field\t" + letter + "\t" + of + "\t" + field.getName() + "\t" + held + "\t" + changes);
    }
    for (Layout layout : layouts.all()) {
      StringBuilder places = new StringBuilder();
      for (Place place : layout.places) {
        places.append(places.length() == 0 ? "" : " ").append(place.number);
      }
      String made = layout.isBare ? "bare" : layout.isBlank() ? "blank" : "set";
      String source = source(layout.type);
      out.println("class\t" + layout.type.getName() + "\t" + source + "\t" + made + "\t" + places);
    }
    for (Field field : layouts.unknown()) {
      out.println("null\t" + field.getDeclaringClass().getName() + "." + field.getName());
    }
    out.println("described");
    out.flush();
  }

  /** The name that code of the same package has for a class; {@code -} when it has none. */
  private static String source(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
      if (Modifier.isPrivate(at.getModifiers()) || at.getCanonicalName() == null) {
        return "-";
      }
    }
    return type.getCanonicalName();
  }

  private void enumerate(Wanted wanted, Class<?> type, Method method)
      throws IllegalAccessException {
    Layouts layouts = new Layouts(program, program.weaver(), candidates, wanted.scope);
    Layout receiver = layouts.of(type);
    Trial trial = new Trial(method);
    Results results = new Results(out, wanted, layouts.places().size());
    Search search =
        wanted.isKorat
            ? new Korat(layouts, receiver, wanted.scope, trial, results)
            : new Lazy(layouts, receiver, wanted.scope, trial, results);
    try {
      search.run();
    } catch (OutOfMemoryError full) {
      results.end("memory");
    }
    results.finish(trial, search.left());
  }
}
