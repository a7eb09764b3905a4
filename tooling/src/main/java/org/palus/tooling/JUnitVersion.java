package org.palus.tooling;

import java.io.File;

/** The JUnit that tests are written for: the one that the project's tests use. */
public final class JUnitVersion {
  private JUnitVersion() {}

  /**
   * {@code 5} or {@code 4}, as asked for; for {@code auto} what is on the test class path, Jupiter
   * before JUnit 4.
   *
   * @param asked {@code 5}, {@code 4} or {@code auto}
   * @param onPlatform whether the tests will be run by the JUnit Platform; Jupiter's tests cannot
   *     be run otherwise
   * @throws PalusException when {@code auto} finds none, or something else was asked for
   */
  public static String resolve(String asked, Iterable<File> testClassPath, boolean onPlatform) {
    if (asked.equals("5") || asked.equals("4")) {
      return asked;
    }
    if (!asked.equals("auto")) {
      throw new PalusException(
          "junit = " + asked + " is none that Palus writes for; write auto, 5 or 4");
    }
    boolean four = false;
    for (File entry : testClassPath) {
      String name = entry.getName();
      if (onPlatform && name.startsWith("junit-jupiter-api")) {
        return "5";
      }
      four |= name.matches("junit-4\\..*\\.jar") || name.startsWith("junit-dep-4");
    }
    if (four) {
      return "4";
    }
    throw new PalusException(
        "neither JUnit Jupiter nor JUnit 4 is on the class path of the tests to be written; add"
            + " org.junit.jupiter:junit-jupiter or junit:junit:4.13.2 to the test dependencies");
  }
}
