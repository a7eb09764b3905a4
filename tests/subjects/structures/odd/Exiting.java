package odd;

/** Ends the virtual machine when it has a successor. */
public class Exiting {
  Exiting next;

  public boolean repOk() {
    if (next != null && next != this) {
      System.exit(0);
    }
    return next == null;
  }
}
