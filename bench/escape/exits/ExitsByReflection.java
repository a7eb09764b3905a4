package exits;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Ends the virtual machine by ways that no name shows. */
public class ExitsByReflection {
  public Object method() throws ReflectiveOperationException {
    return Class.forName("java.lang.System").getMethod("ex" + "it", int.class).invoke(null, 7);
  }

  public void handle() throws Throwable {
    MethodType type = MethodType.methodType(void.class, int.class);
    MethodHandles.lookup().findVirtual(Runtime.class, "halt", type).invoke(Runtime.getRuntime(), 8);
  }

  public Object shutdown() throws ReflectiveOperationException {
    return Class.forName("java.lang.Shutdown").getDeclaredMethod("exit", int.class).invoke(null, 9);
  }
}
