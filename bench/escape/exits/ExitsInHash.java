package exits;

/** Ends the virtual machine of whoever puts it into a table. */
public class ExitsInHash {
  @Override
  public int hashCode() {
    System.exit(10);
    return 1;
  }

  @Override
  public boolean equals(Object other) {
    Runtime.getRuntime().halt(11);
    return this == other;
  }

  public int size() {
    return 3;
  }
}
