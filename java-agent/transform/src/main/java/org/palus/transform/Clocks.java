package org.palus.transform;

import org.objectweb.asm.MethodVisitor;

/** Has code under test show {@code org.palus.hook.Clock} what it read from the clock. */
final class Clocks {
  private static final String CLOCK = "org/palus/hook/Clock";

  private Clocks() {}

  /** Behind a call, whose result is on the stack. */
  static void called(MethodVisitor mv, String owner, String name) {
    if (!owner.equals("java/lang/System")) {
      return;
    }
    if (name.equals("nanoTime")) {
      Code.call(mv, CLOCK, "nanos", "(J)J");
    } else if (name.equals("currentTimeMillis")) {
      Code.call(mv, CLOCK, "millis", "(J)J");
    }
  }
}
