package org.palus.tooling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecorderTest {
  private static String option(String library, List<String> include) {
    return Recorder.option(
        Path.of(library), Path.of("/out put"), include, List.of("a.gen.*"), List.of("a.Clock"));
  }

  @Test
  void theOptionNamesAFileForEachJvmAndWhatIsWatched() {
    assertEquals(
        "-agentpath:/p/libpalus.so=record,out=/out put/%p.palus,include=a.*:b.C,exclude=a.gen.*"
            + ",collaborators=a.Clock",
        option("/p/libpalus.so", List.of("a.*", "b.C")));
  }

  @Test
  void whatTheOptionCannotHoldIsRefused() {
    for (String library : List.of("/a=b/libpalus.so", "/a,b/libpalus.so")) {
      assertThrows(PalusException.class, () -> option(library, List.of()));
    }
    for (String glob : List.of("a,b", "a:b", "", "a b", "out=x")) {
      assertThrows(PalusException.class, () -> option("/p/libpalus.so", List.of(glob)));
    }
  }
}
