package files;

import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import outside.Outside;

/** Writes behind the end of a file. */
public class Appends {
  public int bytes() throws IOException {
    try (FileOutputStream out = new FileOutputStream(Outside.song().toFile(), true)) {
      out.write(7);
    }
    return 1;
  }

  public int text() throws IOException {
    try (FileWriter out = new FileWriter(Outside.song().toFile(), true)) {
      out.append("more");
    }
    return 2;
  }
}
