package demo;

/** Cannot be initialised without a zone, and then no more at all. */
public final class Agenda {
  private static final int OFFSET = Zone.UTC.offset();

  public Agenda() {}

  public static int monday() {
    return OFFSET + 1;
  }

  public static int tuesday() {
    return OFFSET + 2;
  }

  public static int wednesday() {
    return OFFSET + 3;
  }

  public static int thursday() {
    return OFFSET + 4;
  }

  public static int friday() {
    return OFFSET + 5;
  }

  public static int saturday() {
    return OFFSET + 6;
  }

  public static int sunday() {
    return OFFSET + 7;
  }
}
