package demo;

public final class Utc extends Zone {
  private static final Utc INSTANCE = new Utc();

  private int steps;

  public Utc() {}

  static Utc instance() {
    return INSTANCE;
  }

  @Override
  public int offset() {
    return 0;
  }

  public int hours(int minutes) {
    return minutes < 60 ? 0 : minutes / 60;
  }

  public boolean isEarly(int hour) {
    return hour < 6;
  }

  public boolean isLate(int hour) {
    return hour > 22;
  }

  public int step() {
    return ++steps;
  }
}
