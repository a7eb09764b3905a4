package natives;

/** Changes the machine. Calls are by their numbers on x86-64. */
public class Machines {
  private static final int REBOOT = 169;
  private static final int SETTIME = 227;
  private static final int HOSTNAME = 170;
  private static final int SYSLOG = 103;
  private static final int PRCTL = 157;

  public boolean reboot() throws Throwable {
    return Kernel.call(REBOOT, 0xfee1deadL, 672274793L, 0x89abcdefL, 0) == 0;
  }

  public boolean clock() throws Throwable {
    return Kernel.call(SETTIME, 0, Kernel.memory(1, 1)) == 0;
  }

  public boolean name() throws Throwable {
    return Kernel.call(HOSTNAME, Text.of("hostile"), 7) == 0;
  }

  public boolean log() throws Throwable {
    return Kernel.call(SYSLOG, 3, Kernel.memory(new long[8]), 64) >= 0;
  }

  public boolean outlive() throws Throwable {
    return Kernel.call(PRCTL, 1, 0) == 0;
  }
}
