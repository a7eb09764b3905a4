package demo;

/** Cannot weigh before it was given its unit, as its users know. */
public class Scale extends Device {
  public int weigh(int stones) {
    return unit.grams(stones);
  }

  /** Weighs on a scale that it was given. */
  public static class Shop {
    private final Scale scale;

    public Shop(Scale scale) {
      this.scale = scale;
    }

    public int price(int stones) {
      return 3 * scale.weigh(stones);
    }
  }
}
