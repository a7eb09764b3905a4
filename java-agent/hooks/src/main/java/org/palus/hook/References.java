package org.palus.hook;

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
    if (tag == Tags.OBJECT) {
      writeObject(buffer, kind, position, depth, method, reference, true);
    } else if (tag == Tags.ARRAY) {
      Elements.write(buffer, kind, position, depth, method, reference);
    } else {
      long at = buffer.room(Values.size(tag, reference, Records.TEXT_LIMIT));
      buffer.publish(
          Values.put(at, kind, tag, position, depth, method, reference, Records.TEXT_LIMIT));
    }
  }

  /** By identity whatever the class: that of a receiver. */
  static void writeIdentity(Buffer buffer, int kind, int depth, int method, Object object) {
    writeObject(buffer, kind, 0, depth, method, object, true);
  }

  /**
   * The object of a constructor that ends. The constructor of a superclass ends before the fields
   * have their values, and before the classes of their types are loaded: too early to find out what
   * a profile of the object tells.
   */
  static void writeMade(Buffer buffer, int depth, int method, Object object) {
    ClassFacts facts = ClassFacts.of(object.getClass());
    boolean hasProfile = facts.hasPlan() || facts.isNamed(Trace.owner(method));
    writeObject(buffer, Records.EXIT, 0, depth, method, object, hasProfile);
  }

  /** What is thrown: its class and identity. */
  static void writeThrowable(Buffer buffer, int depth, int method, Throwable throwable) {
    writeObject(buffer, Records.THROW, 0, depth, method, throwable, false);
  }

  private static void writeObject(
      Buffer buffer,
      int kind,
      int position,
      int depth,
      int method,
      Object object,
      boolean hasProfile) {
    ClassFacts facts = ClassFacts.of(object.getClass());
    long id = Math.max(0, Identity.of(object, facts));
    long profile = hasProfile ? Profiles.of(object, facts) : 0;
    Records.write(buffer, kind, Tags.OBJECT, position, depth, method, facts.id, id, profile);
  }
}
