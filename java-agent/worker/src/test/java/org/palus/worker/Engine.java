package org.palus.worker;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.palus.testing.NativeLoader;
import org.palus.testing.Natives;

/** Does the native engine's part in tests: defines, sends programs, reads outcomes as text. */
final class Engine {
  private static final int EDGES = 100;
  private static final String[] STATUS = {
    "returned",
    "threw",
    "not run",
    "out of fuel",
    "exit",
    "stopped",
    "not runnable",
    "resources",
    "thread",
    "refused",
    "wait",
    "not fitting"
  };

  final ByteBuffer touched = ByteBuffer.allocateDirect(4096).order(ByteOrder.LITTLE_ENDIAN);
  int tailBytes = 20_000;
  int completed;

  private final NativeLoader loader =
      new NativeLoader("org.palus.hook.", "org.palus.worker.", "org.palus.subject.");
  private int literals;
  private int methods;

  Engine() throws Exception {
    loader
        .loadClass("org.palus.hook.Probe")
        .getMethod("configure", long.class, long.class, long.class)
        .invoke(null, Natives.memory(EDGES), Natives.memory(8 + 4 * EDGES), 0L);
  }

  Object call(String name, Object... arguments) throws Exception {
    for (Method method : loader.loadClass("org.palus.worker.Interpreter").getMethods()) {
      if (method.getName().equals(name)) {
        try {
          return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
          throw new IllegalStateException(e.getCause());
        }
      }
    }
    throw new NoSuchMethodException(name);
  }

  /** From now on objects of the subject get profiles, by fields as the agent would name them. */
  void layOut(String layout) throws Exception {
    Natives.layOut(loader.loadClass("org.palus.subject.Account"), layout);
  }

  /** Which of the watched fields the sequence changes. */
  List<Integer> changedStatics(int flags, int[] sequence) throws Exception {
    long[] before = statics();
    run(flags, 1000, sequence);
    long[] after = statics();
    List<Integer> changed = new ArrayList<>();
    for (int i = 0; i < after.length; i++) {
      if (before[i] != after[i]) {
        changed.add(i);
      }
    }
    return changed;
  }

  private long[] statics() throws Exception {
    ByteBuffer words = ByteBuffer.allocateDirect(800).order(ByteOrder.LITTLE_ENDIAN);
    long[] values = new long[(Integer) call("statics", words, 0, Integer.MAX_VALUE)];
    words.asLongBuffer().get(values);
    return values;
  }

  /** Number of a member of the subject that must be callable. */
  int method(int kind, String name, String descriptor) throws Exception {
    int id = methods++;
    Object problem = call("defineMethod", id, "org.palus.subject.Account", name, descriptor, kind);
    if (problem != null) {
      throw new IllegalStateException((String) problem);
    }
    return id;
  }

  /** Operand for a literal that must be usable. */
  int literal(int tag, long bits, String text, int type) throws Exception {
    int id = literals++;
    Object problem = call("defineLiteral", id, tag, bits, text, type);
    if (problem != null) {
      throw new IllegalStateException((String) problem);
    }
    return ~id;
  }

  /** Runs one or more sequences, each an array that starts with its number of statements. */
  List<String> run(int flags, int fuel, int[]... sequences) throws Exception {
    int length = 1;
    int statements = 0;
    for (int[] sequence : sequences) {
      length += sequence.length;
      statements += sequence[0];
    }
    ByteBuffer program = ByteBuffer.allocateDirect(4 * length).order(ByteOrder.LITTLE_ENDIAN);
    program.putInt(sequences.length);
    for (int[] sequence : sequences) {
      for (int number : sequence) {
        program.putInt(number);
      }
    }
    ByteBuffer outcomes = ByteBuffer.allocateDirect(40 * statements + tailBytes);
    completed = (Integer) call("run", program, outcomes, touched, 0, flags, fuel);
    outcomes.order(ByteOrder.LITTLE_ENDIAN);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < statements; i++) {
      int status = outcomes.getInt(40 * i);
      String changed = (status & Outcomes.LEAVES_CHANGES) != 0 ? "leaves changes: " : "";
      String equal = (status & Outcomes.EQUALS_EARLIER) != 0 ? "equals earlier: " : "";
      lines.add(changed + equal + STATUS[status & 0xFF] + value(outcomes, 40 * i));
    }
    return lines;
  }

  private static String value(ByteBuffer in, int at) {
    int tag = in.getInt(at + 4);
    String type = tag == 21 ? " " + Natives.className(in.getInt(at + 8)) : "";
    return " tag " + tag + type + " bits " + in.getLong(at + 16) + detail(in, tag, at + 24);
  }

  private static String detail(ByteBuffer in, int tag, int field) {
    int start = in.getInt(field);
    int number = in.getInt(field + 4);
    if (number <= 0) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < number; i++) {
      if (tag == 22) {
        int element = start + 24 * i;
        text.append(" [").append(in.getInt(element)).append(": ").append(in.getLong(element + 8));
        text.append(detail(in, in.getInt(element), element + 16)).append(']');
      } else {
        text.append(in.getChar(start + 2 * i));
      }
    }
    return " " + text.toString().strip();
  }
}
