package hostile;

/** Ways to end the virtual machine. */
public class Exits {
  public void exit(int status) { // ends-jvm
    System.exit(status);
  }

  public void halt(int status) { // ends-jvm
    Runtime.getRuntime().halt(status);
  }

  public void exitByReflection() throws ReflectiveOperationException { // ends-jvm
    System.class.getMethod("exit", int.class).invoke(null, 3);
  }

  public int exitAndSwallow() { // ends-jvm
    try {
      System.exit(4);
    } catch (Throwable swallowed) {
      return 1;
    }
    return 2;
  }

  @Override
  public boolean equals(Object other) { // ends-jvm
    System.exit(5);
    return this == other;
  }

  @Override
  public int hashCode() { // ends-jvm
    Runtime.getRuntime().exit(6);
    return 1;
  }
}
