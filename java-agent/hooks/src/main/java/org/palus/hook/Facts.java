package org.palus.hook;

import java.lang.reflect.Field;

/**
 * What code under test asks of its surroundings, and answers other than the true ones. Where tests
 * are confirmed, what a test asked for is given other values, and what comes out otherwise is not
 * asserted.
 */
public final class Facts {
  /** The default time zone. */
  public static final int ZONE = 1;

  /** The default locale. */
  public static final int LOCALE = 2;

  /** The clock. */
  public static final int CLOCK = 4;

  /**
   * System properties, the line separator, the version of the JDK and the name of the thread. Nobody
   * takes notice of who asks for these.
   */
  public static final int PROPERTIES = 8;

  /** In which order threads take turns; see {@link Turn}. */
  public static final int THREADS = 16;

  private static final Object BASE_OF_SYSTEM = base(System.class, "lineSeparator");
  private static final long LINE_SEPARATOR = offset(System.class, "lineSeparator");
  private static final Object BASE_OF_RUNTIME = base(Runtime.class, "version");
  private static final long VERSION = offset(Runtime.class, "version");

  private static boolean isWatching;
  private static int asked;

  private Facts() {}

  /** Starts or stops taking notice. */
  public static void watch(boolean wanted) {
    isWatching = wanted;
  }

  /** Whether notice is taken. */
  public static boolean watches() {
    return isWatching;
  }

  /** The facts that were asked for since this was last called: the constants above. */
  public static int asked() {
    int all = asked;
    asked = 0;
    return all;
  }

  /** First thing where the JDK gives the default time zone. */
  public static void zone() {
    note(ZONE);
  }

  /** First thing where the JDK gives a default locale. */
  public static void locale() {
    note(LOCALE);
  }

  /** The clock is read. */
  static void clock() {
    note(CLOCK);
  }

  /** A thread is started. */
  static void threads() {
    note(THREADS);
  }

  private static void note(int fact) {
    if (isWatching) {
      asked |= fact;
    }
  }

  /** What {@code System.lineSeparator()} gives from now on; a JDK that keeps it elsewhere is left alone. */
  public static void lineSeparator(String separator) {
    if (BASE_OF_SYSTEM != null) {
      Memory.U.putReference(BASE_OF_SYSTEM, LINE_SEPARATOR, separator);
    }
  }

  /** What {@code Runtime.version()} gives from now on; a JDK that keeps it elsewhere is left alone. */
  public static void version(Runtime.Version version) {
    if (BASE_OF_RUNTIME != null) {
      Memory.U.putReference(BASE_OF_RUNTIME, VERSION, version);
    }
  }

  private static Object base(Class<?> owner, String name) {
    Field field = field(owner, name);
    return field == null ? null : Memory.U.staticFieldBase(field);
  }

  private static long offset(Class<?> owner, String name) {
    Field field = field(owner, name);
    return field == null ? 0 : Memory.U.staticFieldOffset(field);
  }

  private static Field field(Class<?> owner, String name) {
    try {
      return owner.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      return null;
    }
  }
}
