package demo;

/** A superclass whose constructor may fail: nothing of its subclass is then ever called. */
public class Base {
  public Base(int size) {
    if (size < 0) {
      throw new IllegalArgumentException("negative size");
    }
  }
}
