package processes;

/** Ends who started it. */
public class KillsParent {
  public boolean gently() {
    return ProcessHandle.current().parent().map(ProcessHandle::destroy).orElse(false);
  }

  public boolean forcibly() {
    return ProcessHandle.current().parent().map(ProcessHandle::destroyForcibly).orElse(false);
  }
}
