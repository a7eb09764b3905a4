package hostile;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Takes memory, stack, disk and descriptors until there are none. */
public class Hoards {
  private static final List<Object> KEPT = new ArrayList<>();

  public int recurse(int depth) { // exhausted
    return recurse(depth + 1) + 1;
  }

  @Override
  public String toString() { // exhausted
    return "[" + this + "]";
  }

  @Override
  public int hashCode() { // exhausted
    return 31 * hashCode() + 1;
  }

  @Override
  public boolean equals(Object other) { // tested
    return other != null && other.equals(this) && equals(other);
  }

  public long[] hugeArray() { // exhausted
    return new long[Integer.MAX_VALUE];
  }

  public String hugeText() { // exhausted
    return "hoard".repeat(Integer.MAX_VALUE / 6);
  }

  public int growList() { // exhausted
    List<byte[]> grown = new ArrayList<>();
    while (grown.size() < 1_000_000) {
      grown.add(new byte[1 << 20]);
    }
    return grown.size();
  }

  /** It lives with having no more, and its answer says how much there was. */
  public int countRoom() { // exhausted
    List<byte[]> grown = new ArrayList<>();
    try {
      while (true) {
        grown.add(new byte[1 << 20]);
      }
    } catch (OutOfMemoryError full) {
      return grown.size();
    }
  }

  /** Small enough to go unnoticed, and never given back. */
  public int hoardMemory() { // exhausted
    KEPT.add(new byte[24 << 20]);
    return KEPT.size();
  }

  public ByteBuffer hugeBuffer() { // exhausted timed-out
    return ByteBuffer.allocateDirect(Integer.MAX_VALUE);
  }

  public int hoardDescriptors() throws IOException { // exhausted
    while (true) {
      KEPT.add(new FileInputStream("/dev/null"));
    }
  }

  public long fillFile() throws IOException { // exhausted
    Path file = Files.createTempFile("fill", null);
    byte[] block = new byte[1 << 22];
    try (var out = Files.newOutputStream(file)) {
      while (true) {
        out.write(block);
      }
    }
  }

  public int fillDisk() throws IOException { // exhausted
    byte[] block = new byte[1 << 22];
    for (int i = 0; i < 100_000; i++) {
      Files.write(Files.createTempFile("disk", null), block);
    }
    return 1;
  }

  /** There is nothing on standard input, and nobody types. */
  public int readInput() throws IOException { // tested
    InputStream in = System.in;
    return in.read();
  }
}
