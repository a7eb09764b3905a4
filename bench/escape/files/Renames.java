package files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import outside.Outside;

/** Moves files to other names, in and out. */
public class Renames {
  public boolean quietly() {
    return Outside.song().toFile().renameTo(Outside.canary().resolve("tune").toFile());
  }

  public Path here() throws IOException {
    return Files.move(Outside.song(), Path.of("song"), StandardCopyOption.REPLACE_EXISTING);
  }

  public Path there() throws IOException {
    Path own = Files.createTempFile("egg", null);
    return Files.move(
        own, Outside.canary().resolve("nest/egg"), StandardCopyOption.REPLACE_EXISTING);
  }
}
