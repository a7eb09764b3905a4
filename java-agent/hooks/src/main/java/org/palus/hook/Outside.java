package org.palus.hook;

/**
 * Objects of classes that are not watched from their inside, the JDK's: followed from the moment
 * that a call in watched code made them or handed them out ({@link CallSites}). They are known by
 * {@link WeakIdentities}, which holds no other object of these classes.
 */
final class Outside {
  private static final String LANGUAGE = "java.lang.";

  private Outside() {}

  /** The object's number if it is followed, something below 1 otherwise. */
  static long of(Object object) {
    if (!WeakIdentities.mayBeFollowed(object)) {
      return Identity.NOT_FOLLOWED;
    }
    long id = WeakIdentities.known(object);
    if (id > 0 && Tables.isMuted(id)) {
      WeakIdentities.giveUp(object);
      return Identity.NOT_FOLLOWED;
    }
    return id;
  }

  /** Whether the object is one of these and followed; null is not. */
  static boolean isFollowed(Object object) {
    return object != null
        && WeakIdentities.mayBeFollowed(object)
        && ClassFacts.of(object.getClass()).isOutside()
        && of(object) > 0;
  }

  /** Follows an object from now on, if it is of a class whose objects are. */
  static void follow(Object object) {
    if (object != null) {
      ClassFacts facts = ClassFacts.of(object.getClass());
      if (facts.mayBeOutside()) {
        WeakIdentities.add(object);
      }
    }
  }

  /** The same, if a lot that the share of its class decides falls on it. */
  static void follow(Object object, Buffer buffer) {
    if (object != null) {
      ClassFacts facts = ClassFacts.of(object.getClass());
      if (facts.mayBeOutside() && of(object) <= 0 && buffer.draws(Tables.classShift(facts.id))) {
        WeakIdentities.add(object);
      }
    }
  }

  /**
   * Whether objects of a class can be followed: the JDK's own, but for values, what can be thrown,
   * lambdas, and what the language itself is made of.
   */
  static boolean has(Class<?> type, String name) {
    if (type.getClassLoader() != null || type.isArray() || type.isPrimitive()) {
      return false;
    }
    if (name.startsWith(LANGUAGE)) {
      return type == StringBuilder.class || type == StringBuffer.class;
    }
    // the name of a hidden class has a slash
    return !Throwable.class.isAssignableFrom(type)
        && !Enum.class.isAssignableFrom(type)
        && name.indexOf('/') < 0;
  }
}
