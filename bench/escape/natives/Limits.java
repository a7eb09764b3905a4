package natives;

/** Changes what others may use. Calls are by their numbers on x86-64. */
public class Limits {
  private static final int PRLIMIT = 302;
  private static final int GETPPID = 110;
  private static final int SETPRIORITY = 141;
  private static final int AFFINITY = 203;
  private static final int SCHEDULER = 144;

  public boolean files() throws Throwable {
    return Kernel.call(PRLIMIT, Kernel.call(GETPPID), 7, Kernel.memory(3, 3), 0) == 0;
  }

  public boolean own() throws Throwable {
    return Kernel.call(PRLIMIT, 0, 2, Kernel.memory(-1, -1), 0) == 0;
  }

  public boolean priority() throws Throwable {
    return Kernel.call(SETPRIORITY, 0, Kernel.call(GETPPID), 19) == 0;
  }

  public boolean processor() throws Throwable {
    return Kernel.call(AFFINITY, Kernel.call(GETPPID), 8, Kernel.memory(1)) == 0;
  }

  public boolean scheduler() throws Throwable {
    return Kernel.call(SCHEDULER, Kernel.call(GETPPID), 5, Kernel.memory(0)) == 0;
  }
}
