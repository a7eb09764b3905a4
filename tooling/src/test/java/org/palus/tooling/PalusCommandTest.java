package org.palus.tooling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command is a script here: what matters is what is made of its output and exit code. */
class PalusCommandTest {
  @TempDir Path folder;

  private PalusHome home(String script) throws IOException {
    Files.writeString(folder.resolve("libpalus.so"), "");
    Path command = folder.resolve("palus");
    Files.writeString(command, "#!/bin/sh\n" + script + "\n");
    assertTrue(command.toFile().setExecutable(true));
    return PalusHome.at(folder);
  }

  @Test
  void itsOutputIsRelayedLineByLine() throws IOException {
    List<String> log = new ArrayList<>();
    int code =
        new PalusCommand(home("echo \"$@\"; echo two >&2"), "merge")
            .option("--out", "x")
            .run(log::add);
    assertEquals(0, code);
    assertEquals(List.of("merge --out x", "two"), log);
  }

  @Test
  void theSentenceOfAFailureIsTheOneThatIsTold() throws IOException {
    PalusCommand command =
        new PalusCommand(home("echo 'palus: no class here; add one' >&2; echo more; exit 1"));
    PalusException told = assertThrows(PalusException.class, () -> command.run(line -> {}));
    assertEquals("no class here; add one", told.getMessage());
  }

  @Test
  void aDemandThatIsNotMetIsNoFailure() throws IOException {
    assertEquals(PalusCommand.NOT_MET, new PalusCommand(home("exit 3")).run(line -> {}));
  }

  @Test
  void theJavaOfTheBuildIsHandedOnAndItsAgentsAreNot() throws IOException {
    List<String> log = new ArrayList<>();
    new PalusCommand(home("echo $JAVA_HOME:$JAVA_TOOL_OPTIONS"))
        .javaHome(Path.of("/jdk"))
        .run(log::add);
    assertEquals(List.of("/jdk:"), log);
  }

  @Test
  void aFolderWithoutTheLibraryIsNoHome() throws IOException {
    home("exit 0");
    Files.delete(folder.resolve("libpalus.so"));
    String said = assertThrows(PalusException.class, () -> PalusHome.at(folder)).getMessage();
    assertTrue(said.startsWith(folder + " holds no libpalus.so; name a folder"), said);
  }
}
