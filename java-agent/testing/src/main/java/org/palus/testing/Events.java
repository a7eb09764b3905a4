package org.palus.testing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads records of the event buffers as lines of text: depth, event, value. Objects are numbered in
 * the order in which they appear.
 */
public final class Events {
  private static final String[] KINDS = {
    "?", "enter", "arg", "init", "exit", "throw", "caught", "dead", "test", "asked"
  };
  private static final String[] PRIMITIVES = {
    "boolean", "byte", "char", "short", "int", "long", "float", "double"
  };

  private final List<Long> objects = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  private Events() {}

  /** All events that {@link Natives} received. */
  public static List<String> all() {
    return read(Natives.records());
  }

  /** The same, of each thread on its own, in no order. */
  public static List<List<String>> byThread() {
    List<List<String>> all = new ArrayList<>();
    Natives.recordsByThread().forEach(chunks -> all.add(read(chunks)));
    return all;
  }

  private static List<String> read(List<byte[]> chunks) {
    Events events = new Events();
    for (byte[] chunk : chunks) {
      ByteBuffer buffer = ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN);
      while (buffer.hasRemaining()) {
        events.record(buffer);
      }
    }
    return events.lines;
  }

  private void record(ByteBuffer in) {
    int kind = in.get();
    int tag = in.get();
    int position = in.getShort();
    int depth = in.getInt();
    int method = in.getInt();
    int type = in.getInt();
    long value = in.getLong();
    long extra = in.getLong();
    StringBuilder line = new StringBuilder();
    line.append(depth).append(' ').append(KINDS[kind]);
    if (kind == 8) {
      line.append(position == 1 ? " starts " : " ends ");
      line.append(simple(Natives.methodName(method)));
    } else if (kind == 2) {
      line.append(' ').append(position);
    } else if (kind != 7) {
      line.append(' ').append(simple(Natives.methodName(method)));
    }
    if (kind != 7) {
      line.append(value(in, tag, type, value, extra));
      lines.add(line.toString());
    }
  }

  private String value(ByteBuffer in, int tag, int type, long value, long extra) {
    if (tag >= 2 && tag < 10) {
      return " " + PRIMITIVES[tag - 2] + " " + bits(tag, value);
    }
    if (tag >= 10 && tag < 18) {
      return " boxed " + PRIMITIVES[tag - 10] + " " + bits(tag - 8, value);
    }
    switch (tag) {
      case 0:
        return "";
      case 1:
        return " null";
      case 18:
        return " string(" + value + ") " + text(in, (int) extra);
      case 19:
        return " "
            + simple(Natives.className(type))
            + "."
            + text(in, (int) extra)
            + "("
            + value
            + ")";
      case 20:
        return " class " + text(in, (int) extra);
      case 21:
        return " " + simple(Natives.className(type)) + "#" + number(value) + profile(extra);
      case 22:
        return " "
            + simple(Natives.className(type))
            + " length "
            + (int) extra
            + elements(in, extra);
      case 23:
        return " uninitialised";
      default:
        throw new IllegalStateException("tag " + tag);
    }
  }

  private static String profile(long extra) {
    return extra == 0 ? "" : " profile " + Long.toBinaryString(extra);
  }

  /** The first elements in brackets, none when none is kept; and whether there is a null. */
  private String elements(ByteBuffer in, long extra) {
    int kept = (int) (extra >>> 32 & 0xFFFF);
    int component = (int) (extra >>> 48 & 0xFF);
    int end = in.position();
    List<String> elements = new ArrayList<>();
    for (int i = 0; i < kept; i++) {
      elements.add(component < 10 ? packed(in, component) : nested(in));
    }
    in.position(end + (in.position() - end + 31) / 32 * 32);
    return (kept == 0 ? "" : " " + elements) + (extra >>> 56 == 1 ? " has null" : "");
  }

  private static String packed(ByteBuffer in, int tag) {
    switch (tag) {
      case 2:
      case 3:
        return bits(tag, in.get());
      case 4:
      case 5:
        return bits(tag, in.getShort());
      case 6:
      case 8:
        return bits(tag, in.getInt());
      default:
        return bits(tag, in.getLong());
    }
  }

  private String nested(ByteBuffer in) {
    in.get();
    int tag = in.get();
    in.position(in.position() + 10);
    int type = in.getInt();
    return value(in, tag, type, in.getLong(), in.getLong()).trim();
  }

  private static String bits(int tag, long value) {
    switch (tag) {
      case 2:
        return value == 1 ? "true" : "false";
      case 4:
        return "'" + (char) value + "'";
      case 8:
        return Float.toString(Float.intBitsToFloat((int) value));
      case 9:
        return Double.toString(Double.longBitsToDouble(value));
      default:
        return Long.toString(value);
    }
  }

  private static String text(ByteBuffer in, int kept) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < kept; i++) {
      text.append(in.getChar());
    }
    in.position((in.position() + 31) / 32 * 32);
    return kept > 40 ? text.substring(0, 3) + "... " + kept + " kept" : text.toString();
  }

  /** 0 for an object that is not followed. */
  private int number(long id) {
    if (id == 0) {
      return 0;
    }
    if (!objects.contains(id)) {
      objects.add(id);
    }
    return objects.indexOf(id) + 1;
  }

  /** Without package, enclosing class and descriptor; the number of a lambda's class goes too. */
  private static String simple(String fullName) {
    String name = fullName.replaceFirst("[$]{2}Lambda[^(]*", "Lambda");
    int end = name.indexOf('(') < 0 ? name.length() : name.indexOf('(');
    String head = name.substring(0, end);
    int method = end == name.length() ? head.length() : head.lastIndexOf('.');
    String type = head.substring(0, method);
    int start = Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1;
    return type.substring(start) + head.substring(method);
  }
}
