package natives;

/** Leaves what outlives a process in the kernel. Calls are by their numbers on x86-64. */
public class Shares {
  private static final int SHMGET = 29;
  private static final int SEMGET = 64;
  private static final int MSGGET = 68;
  private static final int MQ_OPEN = 240;
  private static final int ADD_KEY = 248;

  public boolean memory() throws Throwable {
    return Kernel.call(SHMGET, 0x7061_6c76, 4096, 01600) >= 0;
  }

  public boolean semaphore() throws Throwable {
    return Kernel.call(SEMGET, 0x7061_6c76, 1, 01600) >= 0;
  }

  public boolean messages() throws Throwable {
    return Kernel.call(MSGGET, 0x7061_6c76, 01600) >= 0;
  }

  public boolean queue() throws Throwable {
    return Kernel.call(MQ_OPEN, Text.of("hostile"), 0102, 0600, 0) >= 0;
  }

  public boolean key() throws Throwable {
    return Kernel.call(ADD_KEY, Text.of("user"), Text.of("hostile"), Kernel.memory(1), 8, -4) >= 0;
  }
}
