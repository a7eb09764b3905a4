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
    String asked = asked(owner, name);
    if (asked != null) {
      Code.call(mv, CLOCK, asked, "(J)J");
    }
    return asked != null;
  }

  /** The method that is shown the reading; null where the call reads no clock. */
  private static String asked(String owner, String name) {
    if (owner.equals("java/lang/System")) {
      return name.equals("nanoTime") ? "nanos" : name.equals("currentTimeMillis") ? "millis" : null;
    }
    boolean isAdjustment =
        owner.equals("jdk/internal/misc/VM") && name.equals("getNanoTimeAdjustment");
    return isAdjustment ? "adjustment" : null;
  }
}
