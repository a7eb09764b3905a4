package hostile;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import sun.misc.Unsafe;

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

  /** Each file is gone at once, and together they are far more than a test needs. */
  public int drip() throws IOException { // exhausted
    byte[] block = new byte[1 << 16];
    for (int i = 0; i < 100; i++) {
      Path file = Files.createTempFile("drip", null);
      Files.write(file, block);
      Files.delete(file);
    }
    return 100;
  }

  public long stream() throws IOException { // exhausted
    File file = File.createTempFile("stream", null);
    try (FileOutputStream out = new FileOutputStream(file)) {
      for (int i = 0; i < 100; i++) {
        out.write(new byte[1 << 16], 0, 1 << 16);
      }
    }
    return file.delete() ? 1 : 0;
  }

  /** No file grows: the same bytes are written again and again. */
  public long overwrite() throws IOException { // exhausted
    File file = File.createTempFile("access", null);
    try (RandomAccessFile access = new RandomAccessFile(file, "rw")) {
      for (int i = 0; i < 100; i++) {
        access.seek(0);
        access.write(new byte[1 << 16]);
      }
    }
    return file.delete() ? 1 : 0;
  }

  public int emptyFiles() throws IOException { // exhausted
    for (int i = 0; i < 2_000; i++) {
      Files.delete(Files.createFile(Path.of("empty")));
    }
    return 2_000;
  }

  public int copies() throws IOException { // exhausted
    Path file = Files.write(Path.of("copied"), new byte[1 << 20]);
    for (int i = 0; i < 10; i++) {
      Files.delete(Files.copy(file, Path.of("copy")));
    }
    Files.delete(file);
    return 10;
  }

  public long transfers() throws IOException { // exhausted
    Path file = Files.write(Path.of("source"), new byte[1 << 20]);
    Path target = Path.of("target-file");
    try (FileChannel from = FileChannel.open(file);
        FileChannel to =
            FileChannel.open(target, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (int i = 0; i < 10; i++) {
        from.transferTo(0, 1 << 20, to.position(0));
      }
    }
    Files.delete(file);
    Files.delete(target);
    return 10;
  }

  public int modestFile() throws IOException { // tested
    Path file = Files.write(Path.of("modest"), new byte[1 << 20]);
    Files.delete(file);
    return 1;
  }

  /** Asked for and never touched, so that only a bound on what is mapped can tell. */
  public int nativeMemory() throws ReflectiveOperationException { // exhausted
    Field field = Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    Unsafe unsafe = (Unsafe) field.get(null);
    for (int i = 0; i < 64; i++) {
      unsafe.allocateMemory(1 << 28);
    }
    return 64;
  }

  /** There is nothing on standard input, and nobody types. */
  public int readInput() throws IOException { // tested
    InputStream in = System.in;
    return in.read();
  }
}
