package other;

/** Hands out what cannot be named. */
public class Maker {
  public static Hidden make() {
    return new Hidden();
  }
}
