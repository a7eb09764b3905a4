package exits;

/** Ends the virtual machine. */
public class Exits {
  public void exit(int status) {
    System.exit(status);
  }

  public int swallow() {
    try {
      Runtime.getRuntime().exit(4);
    } catch (Throwable swallowed) {
      return 1;
    }
    return 2;
  }
}
