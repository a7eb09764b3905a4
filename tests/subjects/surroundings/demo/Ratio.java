package demo;

/** Divides, with answers that equal no number, or only themselves. */
public class Ratio {
  private final double of;

  public Ratio(double of) {
    this.of = of;
  }

  public double by(double divisor) {
    if (divisor == 0) {
      return of / divisor;
    }
    return -of * 0 / divisor;
  }

  public static double none() {
    return Double.NaN;
  }

  public static double below() {
    return -0.0;
  }

  public static float most() {
    return Float.POSITIVE_INFINITY;
  }
}
