package demo;

/** Needs {@link Reign}, which needs it: whoever is initialised first gets a null from the other. */
public class Era {
  static final Reign REIGN = Reign.of("first");
  static final Era PRESENT = new Era("present");

  private final String name;

  private Era(String name) {
    this.name = name;
  }

  public static Era present() {
    return PRESENT;
  }

  public String name() {
    return name;
  }

  public Reign reign() {
    return REIGN;
  }
}
