package org.palus.tooling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The tests that a project has, compiled. */
final class CompiledTests {
  private static final String[] GENERATED = {"PalusTest.class", "PalusFailureTest.class"};

  private CompiledTests() {}

  /** Whether there is a class in the folder that nobody generated. */
  static boolean areIn(Path folder) {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.map(file -> file.getFileName().toString()).anyMatch(CompiledTests::isOwn);
    } catch (IOException | UncheckedIOException unreadable) {
      return false;
    }
  }

  private static boolean isOwn(String file) {
    for (String generated : GENERATED) {
      if (file.endsWith(generated)) {
        return false;
      }
    }
    return file.endsWith(".class") && file.indexOf('$') < 0 && !file.endsWith("-info.class");
  }
}
