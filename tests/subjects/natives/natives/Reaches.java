package natives;

/** Reaches for other processes and for what outlives its own, with the numbers of x86-64. */
public class Reaches {
  private static final int PRLIMIT = 302;
  private static final int GETPPID = 110;
  private static final int CLONE = 56;
  private static final int PAUSE = 34;
  private static final int SHMGET = 29;
  private static final int MSGGET = 68;
  private static final int TKILL = 200;
  private static final int PRCTL = 157;

  /** Leaves whoever started it no more files to open. */
  public boolean starve() throws Throwable {
    return Kernel.call(PRLIMIT, Kernel.call(GETPPID), 7, Kernel.memory(3, 3), 0) == 0;
  }

  /** A child that waits for ever. */
  public boolean fork() throws Throwable {
    long child = Kernel.call(CLONE, 17);
    while (child == 0) {
      Kernel.call(PAUSE);
    }
    return child > 0;
  }

  public boolean share() throws Throwable {
    return Kernel.call(SHMGET, 0x7061_6c75, 4096, 01600) >= 0;
  }

  public boolean queue() throws Throwable {
    return Kernel.call(MSGGET, 0x7061_6c75, 01600) >= 0;
  }

  public boolean killParent() throws Throwable {
    return Kernel.call(TKILL, Kernel.call(GETPPID), 9) == 0;
  }

  /** Not to be killed with the supervisor, and then to wait. */
  public boolean outlive() throws Throwable {
    return Kernel.call(PRCTL, 1, 0) == 0;
  }

  public int friendly(int number) {
    return number > 7 ? number * 2 : -number;
  }
}
