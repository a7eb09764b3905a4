package settings;

import java.lang.reflect.Field;

/** Changes objects that the JDK shares. */
public class Caches {
  public int numbers() throws ReflectiveOperationException {
    Field value = Integer.class.getDeclaredField("value");
    value.setAccessible(true);
    value.setInt(Integer.valueOf(1), 2);
    return Integer.valueOf(1);
  }

  public int texts() throws ReflectiveOperationException {
    var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    var unsafe = (sun.misc.Unsafe) field.get(null);
    @SuppressWarnings("deprecation")
    long offset = unsafe.objectFieldOffset(Boolean.class.getDeclaredField("value"));
    unsafe.putBoolean(Boolean.TRUE, offset, false);
    return Boolean.TRUE ? 1 : 0;
  }
}
