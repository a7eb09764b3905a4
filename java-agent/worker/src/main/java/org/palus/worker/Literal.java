package org.palus.worker;

/**
 * A value that needs no call. A constant of an enum class is looked up where it is needed first: that
 * may initialise the class, and what its initialiser does belongs to the sequence that comes first, as
 * in a test.
 */
final class Literal {
  /** Null for other values, and when the constant was looked up. */
  private Class<?> enumeration;

  private String name;
  private Object value;

  private Literal() {}

  /** A value, or null. */
  static Literal of(Object value) {
    Literal literal = new Literal();
    literal.value = value;
    return literal;
  }

  /** The constant of that name; its class is not initialised for it. */
  static Literal constant(Class<?> type, String name) throws NoSuchFieldException {
    if (type == null || !type.isEnum() || !type.getDeclaredField(name).isEnumConstant()) {
      throw new IllegalArgumentException("no enum has a constant " + name + " of that type");
    }
    Literal literal = new Literal();
    literal.enumeration = type;
    literal.name = name;
    return literal;
  }

  /** Whether to ask for the value runs nothing of the program. */
  boolean isMade() {
    return enumeration == null;
  }

  /** The value; whatever the initialiser of an enum class throws. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // the class is only known at run time
  Object value() {
    if (enumeration != null) {
      value = Enum.valueOf((Class) enumeration, name);
      enumeration = null;
    }
    return value;
  }
}
