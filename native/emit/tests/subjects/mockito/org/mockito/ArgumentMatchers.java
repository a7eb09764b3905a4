package org.mockito;

/** What tests use of it. */
public class ArgumentMatchers {
  public static <T> T any() {
    return null;
  }

  public static <T> T nullable(Class<T> clazz) {
    return null;
  }

  public static boolean anyBoolean() {
    return false;
  }

  public static byte anyByte() {
    return 0;
  }

  public static int anyInt() {
    return 0;
  }

  public static long anyLong() {
    return 0;
  }
}
