package processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import outside.Outside;

/** Writes a program and runs it. */
public class Scripts {
  public int run() throws IOException {
    Path script = Files.createTempFile("script", ".sh");
    Files.writeString(script, "#!/bin/sh\nrm -rf " + Outside.canary() + "\n");
    script.toFile().setExecutable(true);
    new ProcessBuilder(script.toString()).start();
    return 1;
  }
}
