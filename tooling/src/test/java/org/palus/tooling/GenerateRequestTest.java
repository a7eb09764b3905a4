package org.palus.tooling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateRequestTest {
  @TempDir Path folder;

  @Test
  void furtherArgumentsAreTheLastWords() throws Exception {
    Files.createFile(folder.resolve("libpalus.so"));
    assertTrue(Files.createFile(folder.resolve("palus")).toFile().setExecutable(true));
    List<String> words =
        new GenerateRequest()
            .folders(folder.resolve("out"), folder)
            .strategy("palus")
            .junit("5")
            .sequences(300)
            .arguments(Arrays.asList("--solve", "10s"))
            .command(PalusHome.at(folder), folder.resolve("classes.txt"))
            .words();
    assertEquals(Arrays.asList("--solve", "10s"), words.subList(words.size() - 2, words.size()));
  }

  @Test
  void ofTheClassPathOfTestsMockitoAloneIsPassedOn() throws Exception {
    Files.createFile(folder.resolve("libpalus.so"));
    assertTrue(Files.createFile(folder.resolve("palus")).toFile().setExecutable(true));
    List<File> path = new ArrayList<>();
    for (String name : Arrays.asList("a.jar", "mockito-core-5.20.0.jar", "byte-buddy-1.17.7.jar")) {
      path.add(Files.createFile(folder.resolve(name)).toFile());
    }
    List<String> words =
        new GenerateRequest()
            .folders(folder.resolve("out"), folder)
            .mocks(path)
            .command(PalusHome.at(folder), folder.resolve("classes.txt"))
            .words();
    int option = words.indexOf("--test-classpath");
    assertEquals(path.get(1) + File.pathSeparator + path.get(2), words.get(option + 1));
  }
}
