package demo;

/** Whoever likes changes it between two calls. */
public class Loose {
  public int at;

  public void one() {
    at += 10;
  }

  public void other() {
    at += 20;
  }
}
