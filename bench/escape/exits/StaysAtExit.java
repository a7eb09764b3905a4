package exits;

/** Does not let the virtual machine end. */
public class StaysAtExit {
  public int hook() {
    Runtime.getRuntime().addShutdownHook(new Thread(StaysAtExit::stay));
    return 1;
  }

  public int hookAndExit() {
    Runtime.getRuntime().addShutdownHook(new Thread(StaysAtExit::stay));
    System.exit(17);
    return 2;
  }

  private static void stay() {
    while (true) {
      Thread.onSpinWait();
    }
  }
}
