package org.palus.tooling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PlatformTest {
  @Test
  void aMachineIsNamedLikeItsPackage() {
    assertEquals("linux-x86_64", Platform.of("Linux", "amd64"));
  }

  @Test
  void aMachineWithoutAPackageIsNamedWithWhatToDo() {
    String said =
        assertThrows(PalusException.class, () -> Platform.of("Mac OS X", "arm64")).getMessage();
    assertTrue(
        said.startsWith("there is no package of Palus for macos-aarch64, only for linux-x86_64;"),
        said);
    assertTrue(said.contains("palusHome"), said);
  }
}
