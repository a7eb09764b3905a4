package files;

import java.io.IOException;
import java.nio.file.Files;
import outside.Outside;

/** Writes over a file. */
public class Overwrites {
  public int replace(String text) throws IOException {
    Files.writeString(Outside.song(), text == null ? "silence" : text);
    return 1;
  }

  public int create() throws IOException {
    Files.createDirectories(Outside.canary().resolve("cuckoo/nest"));
    return 2;
  }
}
