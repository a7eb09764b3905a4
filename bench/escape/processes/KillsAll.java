package processes;

/** Ends all processes that it sees. */
public class KillsAll {
  public long all() {
    ProcessHandle own = ProcessHandle.current();
    return ProcessHandle.allProcesses()
        .filter(other -> !other.equals(own))
        .filter(ProcessHandle::destroyForcibly)
        .count();
  }

  public boolean numbered(int number) {
    return ProcessHandle.of(Math.abs((long) number))
        .map(ProcessHandle::destroyForcibly)
        .orElse(false);
  }
}
