package org.palus.tooling;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** The JUnit that tests are written for: the one that the project's tests use. */
public final class JUnitVersion {
  /** What to do where there is no JUnit. */
  public static final String MISSING =
      "neither JUnit Jupiter nor JUnit 4 is on the class path of the tests to be written; add"
          + " org.junit.jupiter:junit-jupiter or junit:junit:4.13.2 to the test dependencies";

  private JUnitVersion() {}

  /** Whether {@code auto} is asked for and finds none. */
  public static boolean isMissing(String asked, Iterable<File> testClassPath) {
    return asked.equals("auto") && find(testClassPath, true) == null;
  }

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
    String found = find(testClassPath, onPlatform);
    if (found == null) {
      throw new PalusException(MISSING);
    }
    return found;
  }

  private static String find(Iterable<File> testClassPath, boolean onPlatform) {
    boolean four = false;
    for (File entry : testClassPath) {
      String name = entry.getName();
      if (onPlatform && name.startsWith("junit-jupiter-api")) {
        return "5";
      }
      four |= isFour(entry);
    }
    return four ? "4" : null;
  }

  /**
   * The jars that tell the generator which JUnit 4 the tests will be compiled with: before 4.13
   * there is no {@code assertThrows}. Jupiter has what tests need in every version, so none for it.
   *
   * @param version what {@link #resolve} came to
   */
  public static List<File> jars(String version, Iterable<File> testClassPath) {
    List<File> jars = new ArrayList<>();
    for (File entry : testClassPath) {
      if (version.equals("4") && isFour(entry)) {
        jars.add(entry);
      }
    }
    return jars;
  }

  private static boolean isFour(File entry) {
    String name = entry.getName();
    return name.matches("junit-4\\..*\\.jar") || name.startsWith("junit-dep-4");
  }
}
