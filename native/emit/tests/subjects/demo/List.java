package demo;

/** Has the simple name of a class that everybody imports. */
public class List {
  public int size() {
    return 0;
  }
}
