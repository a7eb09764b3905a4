package memory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Takes memory outside of the heap. */
public class Buffers {
  private static final List<ByteBuffer> KEPT = new ArrayList<>();

  public int direct() {
    while (true) {
      KEPT.add(ByteBuffer.allocateDirect(1 << 24));
    }
  }

  public long unsafe() throws ReflectiveOperationException {
    var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    var unsafe = (sun.misc.Unsafe) field.get(null);
    while (true) {
      long address = unsafe.allocateMemory(1 << 26);
      unsafe.setMemory(address, 1 << 26, (byte) 1);
    }
  }
}
