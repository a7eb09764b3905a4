package processes;

/** Puts an agent into another virtual machine, or its own. */
public class Attaches {
  public Object parent() throws ReflectiveOperationException {
    return attach(ProcessHandle.current().parent().orElseThrow().pid());
  }

  public Object itself() throws ReflectiveOperationException {
    System.setProperty("jdk.attach.allowAttachSelf", "true");
    return attach(ProcessHandle.current().pid());
  }

  private static Object attach(long process) throws ReflectiveOperationException {
    Class<?> machine = Class.forName("com.sun.tools.attach.VirtualMachine");
    return machine.getMethod("attach", String.class).invoke(null, Long.toString(process));
  }
}
