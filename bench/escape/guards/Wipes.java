package guards;

/** Writes over memory that is not its own. */
public class Wipes {
  public int low() throws ReflectiveOperationException {
    unsafe().putLong(16, 1);
    return 1;
  }

  public int classes() throws ReflectiveOperationException {
    Object target = Class.forName("java.lang.Object");
    for (long offset = 0; offset < 4096; offset += 8) {
      unsafe().putLong(target, offset, -1);
    }
    return 2;
  }

  private static sun.misc.Unsafe unsafe() throws ReflectiveOperationException {
    var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    return (sun.misc.Unsafe) field.get(null);
  }
}
