package org.palus.equality;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The command line: which states are one.
 *
 * <pre>
 * pairwise|monitor CLASSPATH_FILE STATES_FILE
 *     one  state  representative ... odd  class  reason ... done
 * </pre>
 *
 * <p>Objects are made of their states. {@code pairwise} asks {@code a.equals(b)} and {@code
 * b.equals(a)}; {@code monitor} asks {@code a.equals(b)} of two objects in the same state, for
 * many methods begin by asking whether it is the same object, and compares what is read of {@code
 * a}. A state of which nothing is told is one by itself: its class has the {@code equals} of {@code
 * Object}, or it cannot be made, or the answer makes no sense.
 */
public final class Equality {
  private final boolean isPairwise;
  private final Loader loader;
  private final PrintStream out;

  /** By class, for {@code pairwise}: the objects that stand for those that equal them. */
  private final Map<Class<?>, Map<Integer, Object>> representatives = new HashMap<>();

  /** By what was read, for {@code monitor}: the first state. */
  private final Map<String, Integer> projections = new HashMap<>();

  private Equality(boolean isPairwise, Loader loader, PrintStream out) {
    this.isPairwise = isPairwise;
    this.loader = loader;
    this.out = out;
  }

  /** Reads states, and ends the virtual machine, whatever the program has started. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    System.setOut(nowhere);
    boolean isPairwise = arguments[0].equals("pairwise");
    Loader loader = new Loader(Path.of(arguments[1]), !isPairwise);
    Thread.currentThread().setContextClassLoader(loader);
    Equality equality = new Equality(isPairwise, loader, out);
    List<Node> nodes = new ArrayList<>();
    int state = -1;
    for (String line : Files.readAllLines(Path.of(arguments[2]), StandardCharsets.UTF_8)) {
      String[] columns = line.split("\t", -1);
      if (columns[0].equals("node")) {
        nodes.add(new Node(columns));
      } else {
        equality.state(state, nodes);
        state = Integer.parseInt(columns[1]);
        nodes = new ArrayList<>();
      }
    }
    equality.state(state, nodes);
    out.println("done");
    out.flush();
    Runtime.getRuntime().halt(0);
  }

  private void state(int number, List<Node> nodes) {
    if (nodes.isEmpty() || !hasEquals(nodes.get(0).type)) {
      return;
    }
    try {
      Object[] made = Maker.make(loader, nodes);
      int one = isPairwise ? pairwise(number, made[0]) : monitor(number, nodes, made);
      out.println("one\t" + number + "\t" + one);
    } catch (Throwable unmade) {
      odd(nodes.get(0).type, "its objects cannot be made of their states");
    }
  }

  /** Whether objects of the class have another {@code equals} than that of {@code Object}. */
  private boolean hasEquals(String name) {
    try {
      Class<?> type = Class.forName(name, false, loader);
      Class<?> declaring = type.getMethod("equals", Object.class).getDeclaringClass();
      return declaring != Object.class && !type.isArray();
    } catch (ReflectiveOperationException | LinkageError unknown) {
      return false;
    }
  }

  private int pairwise(int number, Object object) {
    Map<Integer, Object> all =
        representatives.computeIfAbsent(object.getClass(), unknown -> new LinkedHashMap<>());
    if (!isEqual(object, object)) {
      odd(object.getClass().getName(), "an object does not equal itself");
      return number;
    }
    for (Map.Entry<Integer, Object> other : all.entrySet()) {
      boolean isEqual = isEqual(object, other.getValue());
      if (isEqual != isEqual(other.getValue(), object)) {
        odd(object.getClass().getName(), "equals is not symmetric");
      } else if (isEqual) {
        return other.getKey();
      }
    }
    all.put(number, object);
    return number;
  }

  private int monitor(int number, List<Node> nodes, Object[] made)
      throws ReflectiveOperationException {
    Object copy = Maker.make(loader, nodes)[0];
    Reads.begin();
    boolean isEqual = isEqual(made[0], copy);
    Map<Object, Set<Object>> reads = Reads.end();
    if (!isEqual) {
      odd(made[0].getClass().getName(), "an object does not equal one in the same state");
      return number;
    }
    String read = Projection.of(nodes, made, loader, reads);
    Integer first = projections.putIfAbsent(read, number);
    return first == null ? number : first;
  }

  private boolean isEqual(Object one, Object other) {
    try {
      return one.equals(other);
    } catch (Throwable thrown) {
      odd(one.getClass().getName(), "equals throws " + thrown.getClass().getName());
      return false;
    }
  }

  private void odd(String type, String reason) {
    out.println("odd\t" + type + "\t" + reason);
  }
}
