package org.palus.hook;

/**
 * What kind of value a record holds. Shared with the worker's outcomes.
 *
 * <pre>
 * tag             class            value              extra
 * 0 NONE
 * 1 NULL
 * 2..9 primitives                  raw bits
 * 10..17 boxes                     raw bits
 * 18 STRING                        length in units    units kept, text follows
 * 19 ENUM         declaring class  ordinal            units kept, name() follows
 * 20 CLASS                         length of name     units kept, getName() follows
 * 21 OBJECT       run-time class   object id, or 0    profile, see Profiles
 * 22 ARRAY        run-time class   0                  see Elements
 * 23 UNINIT
 * </pre>
 */
public final class Tags {
  public static final int NONE = 0;
  public static final int NULL = 1;
  public static final int BOOLEAN = 2;
  public static final int BYTE = 3;
  public static final int CHAR = 4;
  public static final int SHORT = 5;
  public static final int INT = 6;
  public static final int LONG = 7;
  public static final int FLOAT = 8;
  public static final int DOUBLE = 9;

  /** Added to a primitive's tag: the same value, boxed. */
  public static final int BOXED = 8;

  public static final int STRING = 18;
  public static final int ENUM = 19;
  public static final int CLASS = 20;
  public static final int OBJECT = 21;
  public static final int ARRAY = 22;
  public static final int UNINIT = 23;

  private Tags() {}

  /** Tag of a non-null value, by its class alone: never calls a method of the program. */
  public static int of(Object value) {
    if (value instanceof String) {
      return STRING;
    }
    int primitive = primitive(value);
    if (primitive != NONE) {
      return primitive + BOXED;
    }
    if (value instanceof Enum) {
      return ENUM;
    }
    if (value instanceof Class) {
      return CLASS;
    }
    return value.getClass().isArray() ? ARRAY : OBJECT;
  }

  /** The bits of a boxed value, given its primitive tag: zero-extended for boolean, char, float. */
  public static long bits(int primitive, Object box) {
    switch (primitive) {
      case BOOLEAN:
        return ((Boolean) box).booleanValue() ? 1 : 0;
      case CHAR:
        return ((Character) box).charValue();
      case FLOAT:
        return Float.floatToRawIntBits(((Float) box).floatValue()) & 0xFFFFFFFFL;
      case DOUBLE:
        return Double.doubleToRawLongBits(((Double) box).doubleValue());
      default:
        return ((Number) box).longValue();
    }
  }

  private static int primitive(Object value) {
    if (value instanceof Integer) {
      return INT;
    }
    if (value instanceof Boolean) {
      return BOOLEAN;
    }
    if (value instanceof Long) {
      return LONG;
    }
    if (value instanceof Double) {
      return DOUBLE;
    }
    if (value instanceof Character) {
      return CHAR;
    }
    if (value instanceof Float) {
      return FLOAT;
    }
    if (value instanceof Byte) {
      return BYTE;
    }
    return value instanceof Short ? SHORT : NONE;
  }
}
