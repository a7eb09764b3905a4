package demo;

/** Forgets to make its names. Breaks null-pointer-without-null. */
public class Hollow {
  private String[] names;

  public int count() {
    return names.length;
  }
}
