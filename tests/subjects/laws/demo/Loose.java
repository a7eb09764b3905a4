package demo;

/** Whoever likes changes it between two calls. */
public class Loose {
  public int at;

  public int one() {
    return at;
  }

  public int other() {
    return -at;
  }
}
