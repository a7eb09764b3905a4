package org.palus.gradle;

import java.util.function.Supplier;
import org.gradle.api.GradleException;
import org.palus.tooling.PalusException;

/** Turns what the shared code says into what Gradle prints as the reason of a failed task. */
final class Failures {
  private Failures() {}

  static <T> T told(Supplier<T> work) {
    try {
      return work.get();
    } catch (PalusException e) {
      throw new GradleException("palus: " + e.getMessage(), e);
    }
  }
}
