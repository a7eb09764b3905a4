package org.palus.tooling;

/** How build tools write a release of Java. */
final class JavaRelease {
  /** The oldest that tests can be compiled for: they have lambdas. */
  private static final int OLDEST = 8;

  private JavaRelease() {}

  /**
   * The number alone.
   *
   * @param version {@code 1.8}, {@code 8}, {@code 17}; may be null or empty
   * @return the number, not below {@code 8}; null when nothing is said
   */
  static String of(String version) {
    if (version == null || version.trim().isEmpty()) {
      return null;
    }
    String number = version.trim().replaceFirst("^1\\.", "");
    try {
      return Integer.toString(Math.max(OLDEST, Integer.parseInt(number)));
    } catch (NumberFormatException e) {
      throw new PalusException(
          "`" + version + "` is no release of Java; write a number, as 8 or 17", e);
    }
  }
}
