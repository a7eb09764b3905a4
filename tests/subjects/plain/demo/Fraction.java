package demo;

/** Pure values: tests can be written without a model. */
public final class Fraction {
  private final int numerator;
  private final int denominator;

  public Fraction(int numerator, int denominator) {
    if (denominator == 0) {
      throw new IllegalArgumentException("denominator is zero");
    }
    this.numerator = numerator;
    this.denominator = denominator;
  }

  public static Fraction parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return new Fraction(Integer.parseInt(text), 1);
    }
    return new Fraction(
        Integer.parseInt(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
  }

  public Fraction times(Fraction other) {
    return new Fraction(numerator * other.numerator, denominator * other.denominator);
  }

  public int numerator() {
    return numerator;
  }

  public boolean isWhole() {
    return numerator % denominator == 0;
  }

  @Override
  public String toString() {
    return numerator + "/" + denominator;
  }
}
