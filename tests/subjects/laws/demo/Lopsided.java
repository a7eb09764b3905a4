package demo;

/** Its equals is not symmetric: it looks at the order in which objects were changed. */
public class Lopsided {
  private int age;

  public void grow() {
    age++;
  }

  public int age() {
    return age;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Lopsided one && age <= one.age;
  }

  @Override
  public int hashCode() {
    return 0;
  }
}
