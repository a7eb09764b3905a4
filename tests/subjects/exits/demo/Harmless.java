package demo;

/** Its tests are written whatever {@link Hostile} does. */
public class Harmless {
  public String greet(String name) {
    return name == null ? "nobody" : "hello " + name;
  }
}
