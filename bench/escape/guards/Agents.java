package guards;

import java.lang.instrument.Instrumentation;

/** Makes itself an agent that may redefine classes. */
public class Agents {
  public static void premain(String given, Instrumentation instrumentation) {
    Runtime.getRuntime().halt(23);
  }

  public static void agentmain(String given, Instrumentation instrumentation) {
    Runtime.getRuntime().halt(24);
  }

  public Object load() throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.instrument.InstrumentationImpl");
    return type.getDeclaredConstructors()[0];
  }
}
