package demo;

/** Nobody outside can make one. */
public class Hidden {
  private Hidden() {}

  public boolean isHidden() {
    return true;
  }
}
