package demo;

/** Cannot be compared. */
public class Broken {
  @Override
  public boolean equals(Object other) {
    throw new IllegalStateException("never");
  }

  @Override
  public int hashCode() {
    return 0;
  }
}
