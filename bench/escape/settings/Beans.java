package settings;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import outside.Outside;

/** Changes the virtual machine by its own controls. */
public class Beans {
  public int verbose() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    memory.setVerbose(true);
    ManagementFactory.getClassLoadingMXBean().setVerbose(true);
    return 1;
  }

  public Object dump() throws JMException {
    String file = Outside.canary().resolve("heap.hprof").toString();
    return invoke(
        "com.sun.management:type=HotSpotDiagnostic",
        "dumpHeap",
        new Object[] {file, true},
        "java.lang.String",
        "boolean");
  }

  public Object record() throws JMException {
    return invoke(
        "com.sun.management:type=DiagnosticCommand",
        "jfrStart",
        new Object[] {new String[] {"filename=" + Outside.canary().resolve("flight.jfr")}},
        "[Ljava.lang.String;");
  }

  private static Object invoke(String bean, String operation, Object[] given, String... types)
      throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    return server.invoke(new ObjectName(bean), operation, given, types);
  }
}
