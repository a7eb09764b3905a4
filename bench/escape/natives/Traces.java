package natives;

/** Looks into other processes and writes there. Calls are by their numbers on x86-64. */
public class Traces {
  private static final int PTRACE = 101;
  private static final int GETPPID = 110;
  private static final int READV = 310;
  private static final int WRITEV = 311;
  private static final int PIDFD_GETFD = 438;

  public boolean attach() throws Throwable {
    return Kernel.call(PTRACE, 16, Kernel.call(GETPPID), 0, 0) == 0;
  }

  public boolean read() throws Throwable {
    long here = Kernel.memory(Kernel.memory(0), 8);
    return Kernel.call(READV, Kernel.call(GETPPID), here, 1, Kernel.memory(0x400000, 8), 1, 0) >= 0;
  }

  public boolean write() throws Throwable {
    long here = Kernel.memory(Kernel.memory(0), 8);
    return Kernel.call(WRITEV, Kernel.call(GETPPID), here, 1, Kernel.memory(0x400000, 8), 1, 0)
        >= 0;
  }

  public boolean take() throws Throwable {
    return Kernel.call(PIDFD_GETFD, 3, 0, 0) >= 0;
  }
}
