package org.palus.tooling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JUnitVersionTest {
  private static String auto(boolean onPlatform, String... jars) {
    return JUnitVersion.resolve("auto", files(jars), onPlatform);
  }

  private static List<File> files(String... jars) {
    List<File> files = new ArrayList<>();
    for (String jar : jars) {
      files.add(new File("/repository", jar));
    }
    return files;
  }

  @Test
  void jupiterComesBeforeJUnitFour() {
    assertEquals("5", auto(true, "junit-4.13.2.jar", "junit-jupiter-api-5.13.4.jar"));
    assertEquals("4", auto(true, "junit-4.13.2.jar", "junit-vintage-engine-5.13.4.jar"));
  }

  @Test
  void whatThePlatformDoesNotRunIsWrittenForJUnitFour() {
    assertEquals("4", auto(false, "junit-jupiter-api-5.13.4.jar", "junit-4.12.jar"));
    assertThrows(PalusException.class, () -> auto(false, "junit-jupiter-api-5.13.4.jar"));
  }

  @Test
  void whatIsAskedForIsTakenAndNonsenseRefused() {
    assertEquals("4", JUnitVersion.resolve("4", List.of(), true));
    assertThrows(PalusException.class, () -> JUnitVersion.resolve("3", List.of(), true));
  }

  @Test
  void theJarsOfJUnitFourAreThoseThatTestsForItAreCompiledWith() {
    List<File> tests = files("junit-4.12.jar", "hamcrest-core-1.3.jar", "junit-vintage-engine.jar");
    assertEquals(files("junit-4.12.jar"), JUnitVersion.jars("4", tests));
    assertEquals(List.of(), JUnitVersion.jars("5", tests));
  }
}
