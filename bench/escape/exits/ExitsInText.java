package exits;

/** Ends the virtual machine of whoever prints it. */
public class ExitsInText {
  @Override
  public String toString() {
    System.exit(12);
    return "never";
  }

  public String name() {
    return "name";
  }
}
