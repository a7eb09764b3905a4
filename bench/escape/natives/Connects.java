package natives;

import outside.Outside;

/** Sends by sockets of the kernel. Calls are by their numbers on x86-64. */
public class Connects {
  private static final int SOCKET = 41;
  private static final int CONNECT = 42;
  private static final int SENDTO = 44;
  private static final int URING = 425;

  public boolean connect() throws Throwable {
    return Kernel.call(CONNECT, Kernel.call(SOCKET, 2, 1, 0), address(), 16) == 0;
  }

  public boolean datagram() throws Throwable {
    long socket = Kernel.call(SOCKET, 2, 2, 0);
    return Kernel.call(SENDTO, socket, Kernel.memory(1), 8, 0, address(), 16) >= 0;
  }

  public boolean unix() throws Throwable {
    return Kernel.call(SOCKET, 1, 2, 0) >= 0;
  }

  public boolean machines() throws Throwable {
    return Kernel.call(SOCKET, 40, 1, 0) >= 0;
  }

  public boolean kernel() throws Throwable {
    return Kernel.call(SOCKET, 16, 3, 0) >= 0;
  }

  public boolean ring() throws Throwable {
    return Kernel.call(URING, 8, Kernel.memory(new long[16])) >= 0;
  }

  private static long address() throws Throwable {
    long port = Outside.port();
    long swapped = (port & 0xFF) << 8 | port >> 8;
    return Kernel.memory(2 | swapped << 16 | 0x0100007FL << 32, 0);
  }
}
