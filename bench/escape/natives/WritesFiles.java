package natives;

import outside.Outside;

/** Writes and deletes by the kernel. Calls are by their numbers on x86-64. */
public class WritesFiles {
  private static final int OPEN = 2;
  private static final int WRITE = 1;
  private static final int UNLINK = 87;
  private static final int TRUNCATE = 76;

  public boolean write() throws Throwable {
    long file = Kernel.call(OPEN, Text.of(Outside.song()), 1 | 02000, 0);
    return Kernel.call(WRITE, file, Kernel.memory(1, 2), 16) > 0;
  }

  public boolean unlink() throws Throwable {
    return Kernel.call(UNLINK, Text.of(Outside.song())) == 0;
  }

  public boolean truncate() throws Throwable {
    return Kernel.call(TRUNCATE, Text.of(Outside.song()), 0) == 0;
  }
}
