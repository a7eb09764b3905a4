package files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import outside.Outside;

/** Deletes files, at once and later. */
public class Deletes {
  public boolean quietly() {
    return Outside.song().toFile().delete();
  }

  public void later() {
    Outside.song().toFile().deleteOnExit();
  }

  public int all() throws IOException {
    int count = 0;
    try (Stream<Path> tree = Files.walk(Outside.canary())) {
      for (Path path : (Iterable<Path>) tree.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(path);
        count++;
      }
    }
    return count;
  }
}
