package guards;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/** Finds what watches it by handles. */
public class Handles {
  public int field() throws Throwable {
    MethodHandles.publicLookup()
        .findStaticSetter(Class.forName("org.palus.hook.Guard"), "armed", boolean.class)
        .invoke(false);
    return 1;
  }

  public int variable() throws Throwable {
    Class<?> guard = Class.forName("org.palus.hook.Guard");
    Lookup in = MethodHandles.privateLookupIn(guard, MethodHandles.lookup());
    in.findStaticVarHandle(guard, "armed", boolean.class).set(false);
    return 2;
  }
}
