package guards;

import java.lang.reflect.Method;

/** Calls a method of what watches it. */
public class Methods {
  public int disarm() throws ReflectiveOperationException {
    int count = 0;
    for (Method method : Class.forName("org.palus.hook.Guard").getDeclaredMethods()) {
      if (method.getParameterCount() == 0) {
        method.setAccessible(true);
        method.invoke(null);
        count++;
      }
    }
    return count;
  }
}
