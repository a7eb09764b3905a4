package files;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.util.Map;
import java.util.logging.FileHandler;
import java.util.prefs.BackingStoreException;
import java.util.prefs.Preferences;
import outside.Outside;

/** Writes by what writes files for it. */
public class Archives {
  public int zip() throws IOException {
    URI jar = URI.create("jar:" + Outside.canary().resolve("egg.zip").toUri());
    try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
      Files.writeString(zip.getPath("/yolk"), "yellow");
    }
    return 1;
  }

  public int log() throws IOException {
    new FileHandler(Outside.canary().resolve("log").toString()).close();
    return 2;
  }

  public int preferences(String value) throws BackingStoreException {
    Preferences node = Preferences.userRoot().node("hostile");
    node.put("key", value);
    node.flush();
    return 3;
  }
}
