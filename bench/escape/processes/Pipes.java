package processes;

import java.io.IOException;
import java.util.List;
import outside.Outside;

/** Starts several programs that write to each other. */
public class Pipes {
  public int pipe() throws IOException {
    ProcessBuilder cat = new ProcessBuilder("cat", "/etc/passwd");
    ProcessBuilder tee = new ProcessBuilder("tee", Outside.canary().resolve("stain").toString());
    return ProcessBuilder.startPipeline(List.of(cat, tee)).size();
  }
}
