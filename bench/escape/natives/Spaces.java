package natives;

import outside.Outside;

/** Makes itself a world of its own. Calls are by their numbers on x86-64. */
public class Spaces {
  private static final int UNSHARE = 272;
  private static final int MOUNT = 165;
  private static final int CHROOT = 161;
  private static final int BPF = 321;
  private static final int PERF = 298;

  public boolean user() throws Throwable {
    return Kernel.call(UNSHARE, 0x10000000L) == 0;
  }

  public boolean mounts() throws Throwable {
    return Kernel.call(UNSHARE, 0x00020000L) == 0;
  }

  public boolean mount() throws Throwable {
    return Kernel.call(MOUNT, Text.of("none"), Text.of(Outside.canary()), Text.of("tmpfs"), 0, 0)
        == 0;
  }

  public boolean root() throws Throwable {
    return Kernel.call(CHROOT, Text.of(Outside.canary())) == 0;
  }

  public boolean program() throws Throwable {
    return Kernel.call(BPF, 0, Kernel.memory(new long[16]), 128) >= 0;
  }

  public boolean watch() throws Throwable {
    return Kernel.call(PERF, Kernel.memory(new long[16]), -1, 0, -1, 0) >= 0;
  }
}
