package exits;

/** Ends the virtual machine without asking its hooks. */
public class Halts {
  public void halt(int status) {
    Runtime.getRuntime().halt(status);
  }
}
