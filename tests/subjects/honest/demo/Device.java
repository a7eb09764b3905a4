package demo;

/** What every device has. */
public class Device {
  protected Unit unit;

  public void setUnit(Unit unit) {
    this.unit = unit;
  }

  /** So many grams to the stone. */
  public static class Unit {
    private final int grams;

    public Unit(int grams) {
      this.grams = grams;
    }

    public int grams(int stones) {
      return grams * stones;
    }
  }
}
