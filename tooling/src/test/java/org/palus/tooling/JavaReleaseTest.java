package org.palus.tooling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class JavaReleaseTest {
  @Test
  void theOldWayToWriteItIsKnown() {
    assertEquals("8", JavaRelease.of("1.8"));
    assertEquals("17", JavaRelease.of(" 17 "));
  }

  @Test
  void testsAreNeverForLessThanEight() {
    assertEquals("8", JavaRelease.of("1.6"));
    assertEquals("8", JavaRelease.of("7"));
  }

  @Test
  void nothingSaidIsNothingAndNonsenseIsRefused() {
    assertNull(JavaRelease.of(null));
    assertNull(JavaRelease.of(""));
    assertThrows(PalusException.class, () -> JavaRelease.of("latest"));
  }
}
