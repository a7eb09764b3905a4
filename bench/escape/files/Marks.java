package files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import outside.Outside;

/** Changes what is known of a file: its owner, its mode, its times. */
public class Marks {
  public int mode() throws IOException {
    Files.setPosixFilePermissions(Outside.song(), PosixFilePermissions.fromString("rwxrwxrwx"));
    return 1;
  }

  public int time(long millis) throws IOException {
    Files.setLastModifiedTime(Outside.song(), FileTime.fromMillis(millis));
    return 2;
  }

  public int owner() throws IOException {
    Files.setAttribute(Outside.song(), "unix:uid", 12345);
    return 3;
  }

  public int note() throws IOException {
    Files.setAttribute(Outside.song(), "user:note", new byte[] {1});
    return 4;
  }

  public boolean quietly(boolean on) {
    return Outside.song().toFile().setWritable(on) | Outside.canary().toFile().setExecutable(on);
  }
}
