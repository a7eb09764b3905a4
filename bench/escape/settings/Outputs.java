package settings;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** Takes the output away from all. */
public class Outputs {
  public int out() {
    System.setOut(new PrintStream(new ByteArrayOutputStream()));
    return 1;
  }

  public int error() {
    System.setErr(null);
    return 2;
  }

  public int input() {
    System.setIn(new ByteArrayInputStream(new byte[0]));
    return 3;
  }

  public int close() {
    System.out.close();
    System.err.close();
    return 4;
  }

  public int flood() {
    for (int i = 0; i < 100_000; i++) {
      System.out.println("flood");
      System.err.println("flood");
    }
    return 5;
  }
}
