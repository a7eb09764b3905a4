package demo;

/** Breaks where it is initialised before {@link Era}. */
public class Reign {
  private static final String OF = Era.PRESENT == null ? "nobody" : Era.PRESENT.name();
  private static final int LENGTH = Era.REIGN == null && "nobody".equals(OF) ? 4 : 4 / (OF.length() - 7);

  private final String name;

  private Reign(String name) {
    this.name = name;
  }

  public static Reign of(String name) {
    return new Reign(name);
  }

  public String name() {
    return name;
  }

  public int length() {
    return LENGTH;
  }
}
