package hostile;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Looks for what guards the worker, to be rid of it. What reflection has shown of a class once it
 * keeps, so a later call is not refused but finds nothing, and elsewhere there is no such class.
 */
public class Disarms {
  private static final String GUARD = "org.palus.hook.Guard";

  public boolean byField() throws ReflectiveOperationException { // refused non-deterministic
    Class.forName(GUARD).getField("armed").setBoolean(null, false);
    return true;
  }

  public boolean byDeclaredField() throws ReflectiveOperationException { // refused non-deterministic
    getClass().getClassLoader().loadClass(GUARD).getDeclaredField("armed").setBoolean(null, false);
    return true;
  }

  public int byFields() throws ReflectiveOperationException { // refused non-deterministic
    return Class.forName(GUARD).getDeclaredFields().length;
  }

  public boolean byMethod() throws ReflectiveOperationException { // refused non-deterministic
    Class.forName(GUARD).getMethod("arm", String.class).invoke(null, "/");
    return true;
  }

  public boolean byHandle() throws Throwable { // refused
    MethodHandles.publicLookup()
        .findStaticSetter(Class.forName(GUARD), "armed", boolean.class)
        .invoke(false);
    return true;
  }

  /** Never out of fuel, and always alive for whoever looks. */
  public boolean outlast() throws Throwable { // refused
    Class<?> probe = Class.forName("org.palus.hook.Probe");
    MethodType takesInt = MethodType.methodType(void.class, int.class);
    MethodType takesLong = MethodType.methodType(void.class, long.class);
    var refuel = MethodHandles.publicLookup().findStatic(probe, "refuel", takesInt);
    var progress = MethodHandles.publicLookup().findStatic(probe, "progress", takesLong);
    for (long turn = 0; ; turn++) {
      try {
        refuel.invoke(1_000_000);
        progress.invoke(turn % 200);
      } catch (Throwable swallowed) {
        continue;
      }
    }
  }
}
