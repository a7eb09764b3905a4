package org.palus.worker;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.palus.hook.ClassIds;
import org.palus.hook.Probe;
import org.palus.hook.Profiles;
import org.palus.hook.Tags;

/**
 * Writes what became of each statement: one record of 40 bytes, little-endian, in the order of the
 * program; texts and elements in the tail behind the last record.
 *
 * <pre>
 * +0 i32 status   +4 i32 tag   +8 i32 class   +12 i32 edges touched so far in this sequence
 * +16 i64 bits    +24 i32 offset of text or elements in this buffer   +28 i32 their number
 * +32 i32 probes passed   +36 i32 microseconds that the sequence took, in its first record
 * </pre>
 *
 * <p>The status of the first record of a sequence that left the virtual machine changed has {@link
 * #LEAVES_CHANGES} added, that of one that left threads behind {@link #LEAVES_THREADS}, that of one
 * with two calls at once {@link #MEETS} where the second cut in on the first, that of one
 * whose last objects equal those of earlier sequences {@link #EQUALS_EARLIER}; see there for the
 * others.
 *
 * <p>Tags and bits are those of {@link Tags}, but: class is given for every reference that is not
 * null; the bits of objects are their profiles where these are asked for, otherwise 0, and those of
 * arrays their length. Texts are UTF-16, at most 4096 units, and only
 * written when asked for: strings, names of enum constants and classes, messages of exceptions
 * (number -1: no message). The bits of an exception are offset and number of the place that threw
 * it, a line each for class, method and line. Arrays of which all elements are null or a primitive,
 * box, string, enum or class then have up to 64 elements, each {@code i32 tag, i32 class, i64 bits,
 * i32 offset, i32 number}.
 *
 * <p>When the tail is full, texts are left out (number 0) and {@link #isFull} says so.
 */
final class Outcomes {
  static final int RETURNED = 0;
  static final int THREW = 1;
  static final int NOT_RUN = 2;
  static final int OUT_OF_FUEL = 3;
  static final int EXIT_ATTEMPT = 4;
  static final int STOPPED = 5;
  static final int NOT_RUNNABLE = 6;
  static final int OUT_OF_RESOURCES = 7;
  static final int THREAD_ATTEMPT = 8;
  static final int REFUSED = 9;
  static final int WAIT = 10;
  static final int NOT_FITTING = 11;

  /** Added to the status of the first record of a sequence. */
  static final int LEAVES_CHANGES = 0x100;

  /** Added to the status of the first record of a sequence. */
  static final int EQUALS_EARLIER = 0x200;

  /** Added to the first status of a sequence. */
  static final int PRINTS = 0x400;

  /** Added to the first status of a sequence. */
  static final int LEAVES_THREADS = 0x800;

  /** Added to the first status of a sequence. */
  static final int MEETS = 0x1000;

  /** The facts that a sequence asked for are added to its first status from this bit on. */
  static final int ASKED_SHIFT = 13;

  private static final int RECORD = 40;
  private static final int ELEMENT = 24;
  private static final int TEXT_LIMIT = 4096;
  private static final int ELEMENT_LIMIT = 64;
  private static final int MESSAGE_FUEL = 100_000;

  /** It stands in the place of methods of the JDK. */
  private static final String SCHEDULER = "org.palus.hook.Threads";

  private static final String REFUSED_BELOW = "\nbelow";
  private static final int BITS = 16;
  private static final int OFFSET = 24;
  private static final int STEPS = 32;
  private static final int MICROS = 36;

  private final ByteBuffer out;
  private final boolean isFullDetail;
  private int at;
  private int first;
  private int tail;
  private boolean isFull;
  private long steps;
  private int edges;

  /**
   * Starts with the first statement.
   *
   * @throws IllegalArgumentException when the buffer does not even hold the records
   */
  Outcomes(ByteBuffer out, int statements, boolean isFullDetail) {
    this.out = out.order(ByteOrder.LITTLE_ENDIAN);
    this.isFullDetail = isFullDetail;
    tail = RECORD * statements;
    if (tail > out.capacity()) {
      throw new IllegalArgumentException("the outcomes need " + tail + " bytes for records alone");
    }
  }

  /** The next record is the first of a sequence. */
  void begin() {
    first = at;
    edges = 0;
  }

  /** The sequence left the virtual machine changed: said in its first record. */
  void leavesChanges() {
    add(LEAVES_CHANGES);
  }

  /** The sequence left threads that had not come to an end: said in its first record. */
  void leavesThreads() {
    add(LEAVES_THREADS);
  }

  /** A call had its turn before the one beside it was over: said in the first record. */
  void meets() {
    add(MEETS);
  }

  /** The sequence wrote to a standard stream: said in its first record. */
  void prints() {
    add(PRINTS);
  }

  /** The sequence asked for these facts, see {@link org.palus.hook.Facts}: said in its first record. */
  void asks(int facts) {
    add(facts << ASKED_SHIFT);
  }

  /** What the sequence ended with equals earlier objects: said in its first record. */
  void equalsEarlier() {
    add(EQUALS_EARLIER);
  }

  /**
   * Says the profile that an object has now in the record of the statement that returned it.
   *
   * @param statement its position in the sequence
   */
  void profile(int statement, Object value) {
    int record = first + RECORD * statement;
    if (value != null && out.getInt(record + 4) == Tags.OBJECT) {
      out.putLong(record + BITS, Profiles.of(value));
    }
  }

  private void add(int flag) {
    if (first < at) {
      out.putInt(first, out.getInt(first) | flag);
    }
  }

  /** How long the sequence took, in nanoseconds: said in its first record, in microseconds. */
  void took(long nanos) {
    if (first < at) {
      out.putInt(first + MICROS, (int) Math.min(nanos / 1_000, Integer.MAX_VALUE));
    }
  }

  /** Whether something was left out for want of room. */
  boolean isFull() {
    return isFull;
  }

  /** How many probes the next statement has passed, and different edges the sequence to its end. */
  void passed(long probes, int edges) {
    steps = probes;
    this.edges = edges;
  }

  /** A statement that has no value. */
  void status(int status) {
    put(status, Tags.NONE, 0, 0);
    at += RECORD;
  }

  /** A statement that returned a value. */
  void returned(Callable callable, Object value) {
    if (callable.isVoid()) {
      put(RETURNED, Tags.NONE, 0, 0);
    } else if (callable.primitiveResult() != Tags.NONE) {
      int tag = callable.primitiveResult();
      put(RETURNED, tag, 0, Tags.bits(tag, value));
    } else {
      put(RETURNED, tag(value), type(value), bits(value));
      detail(value, at + OFFSET);
    }
    at += RECORD;
  }

  /** A statement that made an array. */
  void array(Object array) {
    put(RETURNED, Tags.ARRAY, type(array), bits(array));
    detail(array, at + OFFSET);
    at += RECORD;
  }

  /** A statement that made an object without calling the program. */
  void object(Object object) {
    put(RETURNED, Tags.OBJECT, type(object), 0);
    at += RECORD;
  }

  /** A statement that ended in an exception. */
  void threw(int status, Throwable throwable) {
    put(status, Tags.OBJECT, type(throwable), 0);
    if (isFullDetail) {
      String message = message(throwable);
      if (message == null) {
        out.putInt(at + OFFSET + 4, -1);
      } else {
        text(message, at + OFFSET);
      }
      String place = place(throwable);
      if (place != null) {
        // A throwable has no bits: they say where the place is.
        text(place, at + BITS);
      }
    }
    at += RECORD;
  }

  private void put(int status, int tag, int type, long bits) {
    out.putInt(at, status);
    out.putInt(at + 4, tag);
    out.putInt(at + 8, type);
    out.putInt(at + 12, edges);
    out.putLong(at + BITS, bits);
    out.putLong(at + OFFSET, 0);
    out.putInt(at + STEPS, (int) Math.min(steps, Integer.MAX_VALUE));
    out.putInt(at + MICROS, 0);
    steps = 0;
  }

  private static int tag(Object value) {
    return value == null ? Tags.NULL : Tags.of(value);
  }

  private static int type(Object value) {
    if (value == null) {
      return 0;
    }
    return value instanceof Enum<?> constant
        ? ClassIds.of(constant.getDeclaringClass())
        : ClassIds.of(value.getClass());
  }

  private static long bits(Object value) {
    int tag = tag(value);
    switch (tag) {
      case Tags.NULL:
      case Tags.OBJECT:
        return 0;
      case Tags.STRING:
        return ((String) value).length();
      case Tags.ENUM:
        return ((Enum<?>) value).ordinal();
      case Tags.CLASS:
        return ((Class<?>) value).getName().length();
      case Tags.ARRAY:
        return Array.getLength(value);
      default:
        return Tags.bits(tag - Tags.BOXED, value);
    }
  }

  /** Writes offset and number at {@code field}, what they refer to into the tail. */
  private void detail(Object value, int field) {
    if (!isFullDetail) {
      return;
    }
    switch (tag(value)) {
      case Tags.STRING:
        text((String) value, field);
        break;
      case Tags.ENUM:
        text(((Enum<?>) value).name(), field);
        break;
      case Tags.CLASS:
        text(((Class<?>) value).getName(), field);
        break;
      case Tags.ARRAY:
        if (hasPlainElements(value)) {
          elements(value, field);
        }
        break;
      default:
    }
  }

  /** Whether what is written of the elements says all of them: arrays of any type may hold such. */
  private static boolean hasPlainElements(Object array) {
    if (!(array instanceof Object[] elements)) {
      return true;
    }
    int count = Math.min(elements.length, ELEMENT_LIMIT);
    return Arrays.stream(elements, 0, count).allMatch(element -> tag(element) <= Tags.CLASS);
  }

  private void elements(Object array, int field) {
    int count = Math.min(Array.getLength(array), ELEMENT_LIMIT);
    int primitive = Primitives.tag(array.getClass().getComponentType());
    int first = reserve(ELEMENT * count, field, count);
    if (first < 0) {
      return;
    }
    for (int i = 0; i < count; i++) {
      Object element = Array.get(array, i);
      int here = first + ELEMENT * i;
      out.putInt(here, primitive == Tags.NONE ? tag(element) : primitive);
      out.putInt(here + 4, primitive == Tags.NONE ? type(element) : 0);
      out.putLong(here + 8, bits(element));
      out.putLong(here + 16, 0);
      if (primitive == Tags.NONE) {
        detail(element, here + 16);
      }
    }
  }

  private void text(String text, int field) {
    int units = Math.min(text.length(), TEXT_LIMIT);
    int start = reserve(2 * units, field, units);
    if (start < 0) {
      return;
    }
    for (int i = 0; i < units; i++) {
      out.putChar(start + 2 * i, text.charAt(i));
    }
  }

  /** Offset of that many bytes, noted at {@code field}; -1 when they do not fit. */
  private int reserve(int bytes, int field, int number) {
    int start = (tail + 7) & ~7;
    if (start + bytes > out.capacity()) {
      isFull = true;
      return -1;
    }
    out.putInt(field, start);
    out.putInt(field + 4, number);
    tail = start + bytes;
    return start;
  }

  /**
   * The innermost frame that is not the platform's: class, method and line, a line each; then
   * {@code below} when what threw inside it is a class of {@code java.util}, which check their
   * arguments.
   */
  private static String place(Throwable throwable) {
    Probe.refuel(MESSAGE_FUEL);
    try {
      String below = "";
      for (StackTraceElement frame : throwable.getStackTrace()) {
        String owner = frame.getClassName();
        if (owner.startsWith("org.palus.") && !owner.equals(SCHEDULER)) {
          return null;
        }
        if (!isPlatform(owner)) {
          return (owner + "\n" + frame.getMethodName() + "\n" + frame.getLineNumber() + below)
              .trim();
        }
        if (below.isEmpty()) {
          below = owner.startsWith("java.util.") ? REFUSED_BELOW : " ";
        }
      }
      return null;
    } catch (Throwable ignored) { // a program may override getStackTrace
      return null;
    } finally {
      Probe.refuel(Integer.MAX_VALUE);
    }
  }

  private static boolean isPlatform(String owner) {
    return owner.startsWith("java.")
        || owner.startsWith("javax.")
        || owner.startsWith("jdk.")
        || owner.startsWith("sun.")
        || owner.equals(SCHEDULER);
  }

  /** The program's own code: it may run for ever or throw. */
  private static String message(Throwable throwable) {
    Probe.refuel(MESSAGE_FUEL);
    try {
      return throwable.getMessage();
    } catch (Throwable ignored) {
      return null;
    } finally {
      Probe.refuel(Integer.MAX_VALUE);
    }
  }
}
