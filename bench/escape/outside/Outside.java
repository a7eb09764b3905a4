package outside;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What must not be reached: the bench puts it beside the class files, and looks at it when the run
 * is over.
 */
public final class Outside {
  private Outside() {}

  /** A folder with the files "song" and "nest/egg" and the socket "mail". */
  public static Path canary() {
    String own = Outside.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return new File(own).toPath().resolveSibling("canary");
  }

  /** The one file that has the secret. */
  public static Path song() {
    return canary().resolve("song");
  }

  /** Where somebody listens, on the loopback address, by TCP and by UDP. */
  public static int port() throws IOException {
    try (InputStream in = Outside.class.getResourceAsStream("port")) {
      return Integer.parseInt(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
    }
  }
}
