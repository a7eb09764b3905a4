package demo;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** What it is, is in the stream below its reader. */
public class Lines {
  private final BufferedReader reader;

  public Lines(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    reader =
        new BufferedReader(
            new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8));
  }

  public String next() throws IOException {
    return reader.readLine();
  }
}
