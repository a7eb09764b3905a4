package files;

import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import outside.Outside;

/** Takes away what a file has. */
public class Truncates {
  public int shorten(int length) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(Outside.song().toFile(), "rw")) {
      file.setLength(length & 3);
    }
    return 1;
  }

  public int empty() throws IOException {
    new PrintStream(Outside.song().toFile()).close();
    return 2;
  }
}
