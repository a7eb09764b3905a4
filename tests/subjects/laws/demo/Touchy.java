package demo;

/** Its equals throws where the other one is older. */
public class Touchy {
  private int age;

  public void grow() {
    age++;
  }

  public int age() {
    return age;
  }

  @Override
  public boolean equals(Object other) {
    if (other instanceof Touchy one && one.age > age) {
      throw new IllegalStateException("too old");
    }
    return other instanceof Touchy one && one.age == age;
  }

  @Override
  public int hashCode() {
    return age;
  }
}
