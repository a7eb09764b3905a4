package natives;

import outside.Outside;

/** Changes modes, owners, times and flags by the kernel. Calls are by their numbers on x86-64. */
public class MarksFiles {
  private static final int CHMOD = 90;
  private static final int CHOWN = 92;
  private static final int UTIMES = 235;
  private static final int OPEN = 2;
  private static final int IOCTL = 16;
  private static final int SETXATTR = 188;

  public boolean mode() throws Throwable {
    return Kernel.call(CHMOD, Text.of(Outside.song()), 0777) == 0;
  }

  public boolean owner() throws Throwable {
    return Kernel.call(CHOWN, Text.of(Outside.song()), 1, 1) == 0;
  }

  public boolean times() throws Throwable {
    return Kernel.call(UTIMES, Text.of(Outside.song()), Kernel.memory(1, 1, 1, 1)) == 0;
  }

  /** The class file cannot be deleted by anybody any more. */
  public boolean immutable() throws Throwable {
    long file =
        Kernel.call(
            OPEN, Text.of(Outside.canary().resolveSibling("classes/natives/Kernel.class")), 0, 0);
    return Kernel.call(IOCTL, file, 0x40086602L, Kernel.memory(0x10)) == 0;
  }

  public boolean note() throws Throwable {
    return Kernel.call(
            SETXATTR, Text.of(Outside.song()), Text.of("user.note"), Kernel.memory(1), 8, 0)
        == 0;
  }
}
