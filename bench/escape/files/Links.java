package files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import outside.Outside;

/** Reaches a file by another name of it. */
public class Links {
  public int hard() throws IOException {
    Path link = Path.of("hard");
    Files.deleteIfExists(link);
    Files.createLink(link, Outside.song());
    Files.writeString(link, "by a link");
    return 1;
  }

  public int symbolic() throws IOException {
    Path link = Path.of("symbolic");
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, Outside.song());
    Files.writeString(link, "by a link");
    return 2;
  }

  public int upwards() throws IOException {
    Path up = Path.of("").toAbsolutePath().relativize(Outside.song());
    Files.writeString(up, "by dots");
    return 3;
  }
}
