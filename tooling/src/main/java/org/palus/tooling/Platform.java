package org.palus.tooling;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The machines that there are packages for, by the names that the packages have as classifiers. */
public final class Platform {
  private static final List<String> PACKAGED = Arrays.asList("linux-x86_64");

  private Platform() {}

  /**
   * The classifier of this machine's package.
   *
   * @throws PalusException when there is none
   */
  public static String current() {
    return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  /** The classifier for what {@code os.name} and {@code os.arch} say. */
  static String of(String osName, String osArch) {
    String name = system(osName) + "-" + architecture(osArch);
    if (!PACKAGED.contains(name)) {
      throw new PalusException(
          "there is no package of Palus for "
              + name
              + ", only for "
              + String.join(", ", PACKAGED)
              + "; run it there, or name the folder of a build of your own as palusHome");
    }
    return name;
  }

  private static String system(String osName) {
    String name = osName.toLowerCase(Locale.ROOT);
    if (name.startsWith("mac")) {
      return "macos";
    }
    return name.startsWith("windows") ? "windows" : name.replace(' ', '-');
  }

  private static String architecture(String osArch) {
    switch (osArch) {
      case "amd64":
      case "x86_64":
        return "x86_64";
      case "arm64":
      case "aarch64":
        return "aarch64";
      default:
        return osArch;
    }
  }
}
