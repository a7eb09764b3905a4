package org.palus.transform;

import org.objectweb.asm.MethodVisitor;

/**
 * Has code under test, and the JDK where it makes dates, show {@code org.palus.hook.Clock} what was
 * read from the clock.
 */
final class Clocks {
  private static final String CLOCK = "org/palus/hook/Clock";

  private Clocks() {}

  /**
   * Behind a call, whose result is on the stack.
   *
   * @return whether it read the clock
   */
  static boolean called(MethodVisitor mv, String owner, String name) {
    switch (owner + "." + name) {
      case "java/lang/System.nanoTime":
        Code.call(mv, CLOCK, "nanos", "(J)J");
        return true;
      case "java/lang/System.currentTimeMillis":
        Code.call(mv, CLOCK, "millis", "(J)J");
        return true;
      case "jdk/internal/misc/VM.getNanoTimeAdjustment":
        Code.call(mv, CLOCK, "adjustment", "(J)J");
        return true;
      default:
        return false;
    }
  }
}
