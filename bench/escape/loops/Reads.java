package loops;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.Scanner;

/** Reads what nobody writes. */
public class Reads {
  public int pipe() throws IOException {
    PipedInputStream in = new PipedInputStream();
    new PipedOutputStream(in);
    return in.read();
  }

  public int input() throws IOException {
    return System.in.read();
  }

  public boolean scan() {
    return new Scanner(System.in).hasNextLine();
  }

  public int random() throws IOException {
    try (var in = new java.io.FileInputStream("/dev/random")) {
      return in.readAllBytes().length;
    }
  }
}
