package guards;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Gives itself more time. */
public class Fuel {
  public int outlast() throws Throwable {
    MethodType type = MethodType.methodType(void.class, int.class);
    var refuel =
        MethodHandles.publicLookup()
            .findStatic(Class.forName("org.palus.hook.Probe"), "refuel", type);
    while (true) {
      try {
        refuel.invoke(1_000_000);
      } catch (Throwable swallowed) {
        continue;
      }
    }
  }
}
