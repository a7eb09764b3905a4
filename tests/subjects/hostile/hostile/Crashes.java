package hostile;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
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

  /** Ends as if somebody else had killed it, as what the kernel ends for want of memory does. */
  public int kill(int status) throws Throwable { // crashed
    Field field = Lookup.class.getDeclaredField("IMPL_LOOKUP");
    Unsafe unsafe = unsafe();
    Object all = unsafe.getObject(unsafe.staticFieldBase(field), unsafe.staticFieldOffset(field));
    MethodType type = MethodType.methodType(void.class, int.class);
    Class<?> signal = Class.forName("jdk.internal.misc.Signal");
    ((Lookup) all).findStatic(signal, "raise0", type).invoke(9);
    return status;
  }

  /** An object that is there and is not whole. */
  public String hollowText() throws ReflectiveOperationException { // not-loadable
    return (String) unsafe().allocateInstance(String.class);
  }
}
