package natives;

/** Sends signals by the kernel. Calls are by their numbers on x86-64. */
public class Signals {
  private static final int KILL = 62;
  private static final int TKILL = 200;
  private static final int TGKILL = 234;
  private static final int GETPPID = 110;
  private static final int QUEUE = 129;
  private static final int PIDFD_OPEN = 434;

  public boolean parent() throws Throwable {
    return Kernel.call(KILL, Kernel.call(GETPPID), 9) == 0;
  }

  public boolean all() throws Throwable {
    return Kernel.call(KILL, -1, 9) == 0;
  }

  public boolean thread() throws Throwable {
    return Kernel.call(TKILL, Kernel.call(GETPPID), 9) == 0;
  }

  public boolean group() throws Throwable {
    return Kernel.call(TGKILL, Kernel.call(GETPPID), Kernel.call(GETPPID), 9) == 0;
  }

  public boolean queue() throws Throwable {
    return Kernel.call(QUEUE, Kernel.call(GETPPID), 9, Kernel.memory(9, 0, 0, 0)) == 0;
  }

  public boolean held() throws Throwable {
    return Kernel.call(PIDFD_OPEN, Kernel.call(GETPPID), 0) >= 0;
  }
}
