package demo;

/** What it says hangs on how often any of its objects was asked. */
public class Moody {
  private static int asked;
  private int age;

  public void grow() {
    age = Math.min(age + 1, 3);
  }

  public int age() {
    return age;
  }

  public int mood() {
    return asked++;
  }
}
