package memory;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Fills the disk. */
public class Disks {
  public int one() throws IOException {
    Path file = Files.createTempFile("fill", null);
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(new byte[1 << 20]);
      }
    }
  }

  public int many() throws IOException {
    while (true) {
      Files.createTempFile("many", null);
    }
  }

  public int sparse() throws IOException {
    try (var file = new java.io.RandomAccessFile("sparse", "rw")) {
      file.setLength(1L << 45);
    }
    return 1;
  }
}
