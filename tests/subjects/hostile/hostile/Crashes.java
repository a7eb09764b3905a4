package hostile;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Reaches past the virtual machine. */
public class Crashes {
  private static Unsafe unsafe() throws ReflectiveOperationException {
    Field field = Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    return (Unsafe) field.get(null);
  }

  public void write() throws ReflectiveOperationException { // crashed
    unsafe().putLong(8, 1);
  }

  public long read(int offset) throws ReflectiveOperationException { // crashed
    return unsafe().getLong(offset & 0xFF);
  }

  /** An object that is there and is not whole. */
  public String hollowText() throws ReflectiveOperationException { // not-loadable
    return (String) unsafe().allocateInstance(String.class);
  }
}
