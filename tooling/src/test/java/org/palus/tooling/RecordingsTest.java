package org.palus.tooling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command is a script here, which finds nothing in a folder with that name. */
class RecordingsTest {
  @TempDir Path folder;

  private final List<String> log = new ArrayList<>();

  private boolean unite(String... names) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(home.resolve("libpalus.so"), "");
    Path command = home.resolve("palus");
    String script =
        "#!/bin/sh\ncase \"$1 $2\" in *nothing) exit 125;; esac\n"
            + "for last; do :; done; echo made > \"$last\"; echo $1\n";
    Files.writeString(command, script);
    assertTrue(command.toFile().setExecutable(true));
    List<File> folders = new ArrayList<>();
    for (String name : names) {
      Path recordings = Files.createDirectories(folder.resolve(name));
      Files.writeString(recordings.resolve("1.palus"), "");
      folders.add(recordings.toFile());
    }
    Path model = folder.resolve("trace/run.palus");
    boolean any = Recordings.unite(PalusHome.at(home), folders, model, log::add);
    assertEquals(any, Files.exists(model));
    return any;
  }

  @Test
  void whatSomeFoldersHoldBecomesOneModel() throws IOException {
    assertTrue(unite("test", "nothing", "integrationTest"));
    assertEquals(List.of("recover", "recover", "merge"), log);
    try (var files = Files.list(folder.resolve("trace"))) {
      assertEquals(1, files.count());
    }
  }

  @Test
  void recordingsFromWhichNothingWasLearnedAreNoFailure() throws IOException {
    assertFalse(unite("nothing"));
  }

  @Test
  void withoutAFolderThereIsNothingToUnite() throws IOException {
    assertFalse(unite());
  }
}
