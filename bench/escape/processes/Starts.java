package processes;

import java.io.IOException;
import outside.Outside;

/** Starts another program. */
public class Starts {
  public int write() throws IOException {
    new ProcessBuilder("sh", "-c", "echo stain >> " + Outside.song()).start();
    return 1;
  }

  public int stay() throws IOException {
    new ProcessBuilder("sleep", "1234").inheritIO().start();
    return 2;
  }
}
