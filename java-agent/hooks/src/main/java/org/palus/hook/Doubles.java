package org.palus.hook;

/** Classes that are made at run time, known by their names. */
final class Doubles {
  private static final String LAMBDA = "$$Lambda";

  /** What Mockito, the JDK's proxies, cglib and Byte Buddy have in the names of their classes. */
  private static final String[] MARKS = {
    "$MockitoMock$", "$Proxy", "$$EnhancerBy", "$$FastClassBy", "$ByteBuddy$"
  };

  private Doubles() {}

  /** Whether a class stands in for another one: it may be in the package of recorded code. */
  static boolean isDouble(String name) {
    for (String mark : MARKS) {
      if (name.contains(mark)) {
        return true;
      }
    }
    return false;
  }

  /** The class in which a lambda stands, by the name of its own; null for another class. */
  static String around(String name) {
    int end = name.indexOf(LAMBDA);
    return end > 0 ? name.substring(0, end) : null;
  }
}
