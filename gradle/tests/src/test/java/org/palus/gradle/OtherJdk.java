package org.palus.gradle;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Another JDK than the one that runs the tests, installed beside it. */
final class OtherJdk {
  private OtherJdk() {}

  /** Its home; where there is none, the test is skipped. */
  static Path newerThanOurs() throws IOException {
    Path ours = Path.of(System.getProperty("java.home"));
    try (Stream<Path> homes = Files.list(ours.getParent())) {
      Optional<Path> newer =
          homes
              .filter(home -> Files.isExecutable(home.resolve("bin/javac")))
              .filter(home -> feature(home) > Runtime.version().feature())
              .findFirst();
      assumeTrue(newer.isPresent(), "no newer JDK lies beside " + ours);
      return newer.get();
    }
  }

  /** Its feature version, as 25; 0 when it does not say. */
  static int feature(Path home) {
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .mapToInt(line -> Integer.parseInt(line.replaceFirst("\\D*(\\d+).*", "$1")))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
