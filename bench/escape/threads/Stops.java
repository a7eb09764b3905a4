package threads;

import java.lang.reflect.Method;

/** Ends the threads of others. */
public class Stops {
  public int suspend() throws ReflectiveOperationException {
    return each("suspend");
  }

  public int stop() throws ReflectiveOperationException {
    return each("stop");
  }

  private static int each(String name) throws ReflectiveOperationException {
    Method method = Thread.class.getMethod(name);
    int count = 0;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread != Thread.currentThread()) {
        method.invoke(thread);
        count++;
      }
    }
    return count;
  }
}
