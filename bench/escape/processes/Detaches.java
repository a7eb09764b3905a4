package processes;

import java.io.IOException;

/** Starts what nobody is the parent of. */
public class Detaches {
  public int nohup() throws IOException {
    new ProcessBuilder("sh", "-c", "setsid nohup sleep 1234 > /dev/null 2>&1 &").start();
    return 1;
  }

  public int loop() throws IOException {
    new ProcessBuilder("sh", "-c", "while :; do sleep 1; done &").start();
    return 2;
  }
}
