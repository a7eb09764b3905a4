package org.palus.hook;

import java.lang.reflect.Array;

/** Writes a record for a reference: decides by its class what is kept of it. */
final class References {
  private References() {}

  static void write(
      Buffer buffer, int kind, int position, int depth, int method, Object reference) {
    if (reference == null) {
      Records.write(buffer, kind, Tags.NULL, position, depth, method, 0, 0, 0);
      return;
    }
    int tag = Tags.of(reference);
    switch (tag) {
      case Tags.STRING:
        String text = (String) reference;
        Records.writeText(buffer, kind, tag, position, depth, method, 0, text.length(), text);
        return;
      case Tags.ENUM:
        writeEnum(buffer, kind, position, depth, method, (Enum<?>) reference);
        return;
      case Tags.CLASS:
        String name = ((Class<?>) reference).getName();
        Records.writeText(buffer, kind, tag, position, depth, method, 0, name.length(), name);
        return;
      case Tags.OBJECT:
        writeObject(buffer, kind, tag, position, depth, method, reference, 0);
        return;
      case Tags.ARRAY:
        int length = Array.getLength(reference);
        writeObject(buffer, kind, tag, position, depth, method, reference, length);
        return;
      default:
        long bits = Tags.bits(tag - Tags.BOXED, reference);
        Records.write(buffer, kind, tag, position, depth, method, 0, bits, 0);
    }
  }

  /** By identity whatever the class: receivers, constructors' objects, throwables. */
  static void writeIdentity(Buffer buffer, int kind, int depth, int method, Object object) {
    writeObject(buffer, kind, Tags.OBJECT, 0, depth, method, object, 0);
  }

  private static void writeEnum(
      Buffer buffer, int kind, int position, int depth, int method, Enum<?> constant) {
    int type = ClassFacts.of(constant.getDeclaringClass()).id;
    int ordinal = constant.ordinal();
    // null in a constant that was made without its constructor, as mocking libraries do
    String name = constant.name();
    if (name == null) {
      Records.write(buffer, kind, Tags.ENUM, position, depth, method, type, ordinal, 0);
    } else {
      Records.writeText(buffer, kind, Tags.ENUM, position, depth, method, type, ordinal, name);
    }
  }

  private static void writeObject(
      Buffer buffer,
      int kind,
      int tag,
      int position,
      int depth,
      int method,
      Object object,
      long extra) {
    ClassFacts facts = ClassFacts.of(object.getClass());
    long id = Math.max(0, Identity.of(object, facts));
    Records.write(buffer, kind, tag, position, depth, method, facts.id, id, extra);
  }
}
