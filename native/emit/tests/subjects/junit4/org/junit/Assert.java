package org.junit;

/** The overloads of JUnit 4.13's assertions, without their bodies. */
public final class Assert {
  public static void assertEquals(long expected, long actual) {}

  @Deprecated
  public static void assertEquals(double expected, double actual) {}

  public static void assertEquals(double expected, double actual, double delta) {}

  public static void assertEquals(float expected, float actual, float delta) {}

  public static void assertEquals(Object expected, Object actual) {}

  @Deprecated
  public static void assertEquals(Object[] expecteds, Object[] actuals) {}

  public static void assertArrayEquals(double[] expecteds, double[] actuals, double delta) {}

  public static void assertArrayEquals(float[] expecteds, float[] actuals, float delta) {}

  public static void assertArrayEquals(byte[] expecteds, byte[] actuals) {}

  public static void assertArrayEquals(char[] expecteds, char[] actuals) {}

  public static void assertArrayEquals(int[] expecteds, int[] actuals) {}

  public static void assertArrayEquals(long[] expecteds, long[] actuals) {}

  public static void assertArrayEquals(short[] expecteds, short[] actuals) {}

  public static void assertArrayEquals(boolean[] expecteds, boolean[] actuals) {}

  public static void assertArrayEquals(Object[] expecteds, Object[] actuals) {}

  public static void assertTrue(boolean condition) {}

  public static void assertFalse(boolean condition) {}

  public static void assertNull(Object object) {}

  public static void assertNotNull(Object object) {}

  public static <T extends Throwable> T assertThrows(Class<T> expected, ThrowingRunnable runnable) {
    return null;
  }

  /** In a package of its own in the original. */
  public interface ThrowingRunnable {
    void run() throws Throwable;
  }
}
