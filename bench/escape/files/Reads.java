package files;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import outside.Outside;

/** Says what is in a file that is not its own. */
public class Reads {
  public String song() throws IOException {
    return Files.readString(Outside.song());
  }

  public String line() throws IOException {
    try (BufferedReader in = new BufferedReader(new FileReader(Outside.song().toFile()))) {
      return in.readLine();
    }
  }

  public byte[] copy() throws IOException {
    return Files.readAllBytes(
        Files.copy(Outside.song(), Files.createTempDirectory("own").resolve("song")));
  }

  public List<String> passwords() throws IOException {
    return Files.readAllLines(java.nio.file.Path.of("/etc/passwd"));
  }

  public long environment() throws IOException {
    return Files.readAllBytes(java.nio.file.Path.of("/proc/self/environ")).length;
  }
}
