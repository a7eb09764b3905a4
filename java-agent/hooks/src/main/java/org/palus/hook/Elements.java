package org.palus.hook;

import java.lang.reflect.Array;

/**
 * Writes a record for an array, with its first elements if all that are looked at are values.
 *
 * <pre>
 * extra: bits 0..31 length, 32..47 elements kept, 48..55 what they are (the tag of a primitive, or
 *        OBJECT), 56 whether one that was looked at is null
 * </pre>
 *
 * <p>Primitives follow packed, in whole slots; other elements as one nested record each.
 */
final class Elements {
  private static final int KEPT_PRIMITIVES = 64;
  private static final int KEPT_REFERENCES = 16;
  private static final long HAS_NULL = 1L << 56;

  private Elements() {}

  static void write(Buffer buffer, int kind, int position, int depth, int method, Object array) {
    if (array instanceof Object[]) {
      writeReferences(buffer, kind, position, depth, method, (Object[]) array);
    } else {
      writePrimitives(buffer, kind, position, depth, method, array);
    }
  }

  private static void writePrimitives(
      Buffer buffer, int kind, int position, int depth, int method, Object array) {
    int type = ClassFacts.of(array.getClass()).id;
    int tag = component(array);
    int length = Array.getLength(array);
    int kept = Math.min(KEPT_PRIMITIVES, length);
    long bytes = (long) kept << logWidth(tag);
    int slots = (int) ((bytes + Records.SIZE - 1) / Records.SIZE);
    long at = buffer.room(Records.SIZE * (1 + slots));
    long start = at + Records.SIZE;
    long end = start + (long) slots * Records.SIZE;
    putHead(at, kind, position, depth, method, type, head(length, kept, tag, false));
    int perWord = 8 >> logWidth(tag);
    for (int i = 0; start + i / perWord * 8L < end; i += perWord) {
      Memory.U.putLong(start + i / perWord * 8L, word(array, tag, i, Math.min(kept, i + perWord)));
    }
    buffer.publish(end);
  }

  /** The elements from {@code from} to before {@code to}, the first in the lowest bits. */
  static long word(Object array, int tag, int from, int to) {
    int width = 8 << logWidth(tag);
    long word = 0;
    for (int i = to - 1; i >= from; i--) {
      word = width == 64 ? bits(array, tag, i) : word << width | bits(array, tag, i);
    }
    return word;
  }

  private static long bits(Object array, int tag, int i) {
    switch (tag) {
      case Tags.BOOLEAN:
        return ((boolean[]) array)[i] ? 1 : 0;
      case Tags.BYTE:
        return ((byte[]) array)[i] & 0xFF;
      case Tags.CHAR:
        return ((char[]) array)[i];
      case Tags.SHORT:
        return ((short[]) array)[i] & 0xFFFF;
      case Tags.INT:
        return ((int[]) array)[i] & 0xFFFFFFFFL;
      case Tags.FLOAT:
        return Float.floatToRawIntBits(((float[]) array)[i]) & 0xFFFFFFFFL;
      case Tags.LONG:
        return ((long[]) array)[i];
      default:
        return Double.doubleToRawLongBits(((double[]) array)[i]);
    }
  }

  /** The elements are read once: the program may write to the array meanwhile. */
  private static void writeReferences(
      Buffer buffer, int kind, int position, int depth, int method, Object[] array) {
    int type = ClassFacts.of(array.getClass()).id;
    int looked = Math.min(Profiles.SCANNED, array.length);
    Object[] elements = new Object[Math.min(KEPT_REFERENCES, looked)];
    boolean hasNull = false;
    boolean areValues = true;
    int size = Records.SIZE;
    for (int i = 0; i < looked; i++) {
      Object element = array[i];
      hasNull |= element == null;
      areValues &= element == null || Tags.of(element) < Tags.OBJECT;
      if (areValues && i < elements.length) {
        elements[i] = element;
        size += size(element);
      }
    }
    int kept = areValues ? elements.length : 0;
    long at = buffer.room(areValues ? size : Records.SIZE);
    putHead(
        at, kind, position, depth, method, type, head(array.length, kept, Tags.OBJECT, hasNull));
    long next = at + Records.SIZE;
    for (int i = 0; i < kept; i++) {
      next = putElement(next, elements[i]);
    }
    buffer.publish(next);
  }

  private static int size(Object element) {
    return element == null
        ? Records.SIZE
        : Values.size(Tags.of(element), element, Records.ELEMENT_TEXT_LIMIT);
  }

  private static long putElement(long at, Object element) {
    if (element == null) {
      Records.put(at, 0, Tags.NULL, 0, 0, 0, 0, 0, 0);
      return at + Records.SIZE;
    }
    return Values.put(at, 0, Tags.of(element), 0, 0, 0, element, Records.ELEMENT_TEXT_LIMIT);
  }

  private static void putHead(
      long at, int kind, int position, int depth, int method, int type, long extra) {
    Records.put(at, kind, Tags.ARRAY, position, depth, method, type, 0, extra);
  }

  private static long head(int length, int kept, int component, boolean hasNull) {
    return length | (long) kept << 32 | (long) component << 48 | (hasNull ? HAS_NULL : 0);
  }

  private static int component(Object array) {
    if (array instanceof byte[]) {
      return Tags.BYTE;
    }
    if (array instanceof char[]) {
      return Tags.CHAR;
    }
    if (array instanceof int[]) {
      return Tags.INT;
    }
    if (array instanceof double[]) {
      return Tags.DOUBLE;
    }
    if (array instanceof long[]) {
      return Tags.LONG;
    }
    if (array instanceof boolean[]) {
      return Tags.BOOLEAN;
    }
    return array instanceof float[] ? Tags.FLOAT : Tags.SHORT;
  }

  /** The length of an array. */
  static int length(Object array, int tag) {
    return tag == Tags.BYTE ? ((byte[]) array).length : Array.getLength(array);
  }

  /** The bytes of an element, as a power of two. */
  static int logWidth(int tag) {
    switch (tag) {
      case Tags.BOOLEAN:
      case Tags.BYTE:
        return 0;
      case Tags.CHAR:
      case Tags.SHORT:
        return 1;
      case Tags.INT:
      case Tags.FLOAT:
        return 2;
      default:
        return 3;
    }
  }
}
