package processes;

import java.io.IOException;

/** Ends its own process as if somebody else had. */
public class KillsItself {
  public boolean byHandle() {
    return ProcessHandle.current().destroyForcibly();
  }

  public int byShell() throws IOException {
    new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
    return 1;
  }
}
