package org.palus.tooling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassNamesTest {
  @TempDir Path folder;

  private ClassNames of(String... files) throws IOException {
    for (String file : files) {
      Path path = folder.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, "");
    }
    return ClassNames.below(List.of(folder.toFile(), folder.resolve("missing").toFile()));
  }

  @Test
  void classesThatCannotBeNamedAreLeftOut() throws IOException {
    ClassNames names =
        of(
            "a/B.class",
            "a/B$C.class",
            "a/B$1.class",
            "a/B$1Local.class",
            "a/package-info.class",
            "module-info.class",
            "a/x.txt");
    assertEquals(List.of("a.B", "a.B$C"), names.names());
  }

  @Test
  void globsChooseAndLeaveOut() throws IOException {
    ClassNames names = of("a/B.class", "a/b/C.class", "x/D.class", "x/Db.class");
    assertEquals(List.of("a.B", "a.b.C"), names.matching(List.of("a.*"), List.of()).names());
    assertEquals(List.of("a.B"), names.matching(List.of("a.*"), List.of("a.b.*")).names());
    assertEquals(List.of("x.Db"), names.matching(List.of("?.D?"), List.of()).names());
    assertEquals(4, names.matching(List.of(), List.of()).names().size());
  }

  @Test
  void packagesBelowOthersNeedNoPatternOfTheirOwn() throws IOException {
    assertEquals(
        List.of("a.*", "ab.*", "x.y.*"),
        of("a/B.class", "a/b/C.class", "ab/D.class", "x/y/E.class").packagePatterns());
  }

  @Test
  void aClassInNoPackageMakesThePatternsUseless() throws IOException {
    assertEquals(List.of(), of("a/B.class", "C.class").packagePatterns());
  }

  @Test
  void sourcesTellPackagesToo() throws IOException {
    of("p/A.java", "q/B.kt", "r/c.txt");
    assertEquals(
        List.of("p.*", "q.*"), ClassNames.ofSources(List.of(folder.toFile())).packagePatterns());
  }
}
