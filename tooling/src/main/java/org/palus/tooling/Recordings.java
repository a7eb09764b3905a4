package org.palus.tooling;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the test JVMs of a build wrote: a folder for each test run, with a file for each JVM. */
public final class Recordings {
  private Recordings() {}

  /**
   * Makes an empty folder of it: recordings of an earlier run would be mixed with those to come.
   */
  public static void clear(Path folder) {
    try {
      delete(folder);
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new PalusException(folder + " cannot be emptied: " + e.getMessage(), e);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) {
        Files.delete(file);
      }
    }
  }

  /** Whether some JVM left something there: a model, or the checkpoint of one. */
  public static boolean isEmpty(Path folder) {
    return files(folder).isEmpty();
  }

  private static List<Path> files(Path folder) {
    if (!Files.isDirectory(folder)) {
      return new ArrayList<>();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(
              file -> file.toString().endsWith(".palus") || file.toString().endsWith(".palus.part"))
          .sorted()
          .collect(Collectors.toList());
    } catch (IOException e) {
      throw new PalusException(folder + " cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Makes one model of the recordings in all folders; an older one at that place goes. A JVM that
   * was killed is there with its last checkpoint.
   *
   * @return whether there was anything to make a model of
   */
  public static boolean unite(
      PalusHome home, Collection<File> folders, Path model, Consumer<String> log) {
    try {
      Files.deleteIfExists(model);
      Files.createDirectories(model.getParent());
      List<Path> parts = new ArrayList<>();
      for (File folder : folders) {
        if (!isEmpty(folder.toPath())) {
          Path part = model.resolveSibling("part-" + parts.size() + ".palus");
          PalusCommand recover =
              new PalusCommand(home, "recover", folder.toString()).option("--out", part);
          if (recover.run(log) == 0) {
            parts.add(part);
          }
        }
      }
      if (parts.isEmpty()) {
        return false;
      }
      PalusCommand merge = new PalusCommand(home, "merge");
      parts.forEach(part -> merge.word(part.toString()));
      merge.option("--out", model).run(log);
      for (Path part : parts) {
        Files.delete(part);
      }
      return true;
    } catch (IOException e) {
      throw new PalusException(model + " cannot be written: " + e.getMessage(), e);
    }
  }
}
