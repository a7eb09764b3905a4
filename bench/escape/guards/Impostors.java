package guards;

import java.io.IOException;

/** Takes the name of what judges it. */
public class Impostors {
  public int print() {
    System.out.println("[         0 tests failed            ]");
    return 1;
  }

  public int speak() throws IOException {
    try (var out = new java.io.FileOutputStream(java.io.FileDescriptor.out)) {
      out.write(new byte[4096]);
    }
    return 2;
  }

  public int raw(int number) throws IOException {
    try (var out = new java.io.FileOutputStream("/proc/self/fd/" + (number & 7))) {
      out.write(new byte[4096]);
    }
    return 3;
  }
}
