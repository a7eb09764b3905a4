package org.palus.hook;

/** Records of values that have no identity: boxes, strings, constants of enums, classes. */
final class Values {
  private Values() {}

  /**
   * Bytes that the value takes, its text included.
   *
   * @param most UTF-16 units of a text that are kept at most
   */
  static int size(int tag, Object value, int most) {
    String text = text(tag, value);
    return text == null ? Records.SIZE : Records.sizeWith(Math.min(text.length(), most));
  }

  /**
   * Writes a value where there is room for it.
   *
   * @param tag its tag, never that of an object or array
   * @param most UTF-16 units of a text that are kept at most
   * @return the address behind it
   */
  static long put(
      long at, int kind, int tag, int position, int depth, int method, Object value, int most) {
    int type = 0;
    long bits;
    String text = text(tag, value);
    if (tag == Tags.ENUM) {
      type = ClassFacts.of(((Enum<?>) value).getDeclaringClass()).id;
      bits = ((Enum<?>) value).ordinal();
    } else if (text != null) {
      bits = text.length();
    } else {
      bits = Tags.bits(tag - Tags.BOXED, value);
    }
    if (text == null) {
      Records.put(at, kind, tag, position, depth, method, type, bits, 0);
      return at + Records.SIZE;
    }
    int kept = Math.min(text.length(), most);
    return Records.putText(at, kind, tag, position, depth, method, type, bits, text, kept);
  }

  /** Null for a value without text. */
  private static String text(int tag, Object value) {
    switch (tag) {
      case Tags.STRING:
        return (String) value;
      case Tags.ENUM:
        // null in a constant that was made without its constructor, as mocking libraries do
        return ((Enum<?>) value).name();
      case Tags.CLASS:
        return ((Class<?>) value).getName();
      default:
        return null;
    }
  }
}
