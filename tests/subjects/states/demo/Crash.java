package demo;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Ends its virtual machine, as broken native code does. */
public class Crash {
  public static void now() throws ReflectiveOperationException {
    Field field = Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    ((Unsafe) field.get(null)).putAddress(0, 0);
  }
}
