package demo;

/** Many ways to initialise {@link Checks} before anybody has touched {@link Pass}. */
public final class Zulu {
  public Zulu() {
    this(Checks.isBlank(""));
  }

  private Zulu(boolean isBlank) {}

  public static int ofOne(String text) {
    return Checks.isBlank(text) ? 1 : text.length() + 1;
  }

  public static int ofTwo(String text) {
    return Checks.isBlank(text) ? 2 : text.length() + 2;
  }

  public static int ofThree(String text) {
    return Checks.isBlank(text) ? 3 : text.length() + 3;
  }

  public static int ofFour(String text) {
    return Checks.isBlank(text) ? 4 : text.length() + 4;
  }

  public static int ofFive(String text) {
    return Checks.isBlank(text) ? 5 : text.length() + 5;
  }

  public static int ofSix(String text) {
    return Checks.isBlank(text) ? 6 : text.length() + 6;
  }

  public static int ofSeven(String text) {
    return Checks.isBlank(text) ? 7 : text.length() + 7;
  }

  public static int ofEight(String text) {
    return Checks.isBlank(text) ? 8 : text.length() + 8;
  }

  public static int ofNine(String text) {
    return Checks.isBlank(text) ? 9 : text.length() + 9;
  }

  public static int ofTen(String text) {
    return Checks.isBlank(text) ? 10 : text.length() + 10;
  }

  public static int ofEleven(String text) {
    return Checks.isBlank(text) ? 11 : text.length() + 11;
  }

  public static int ofTwelve(String text) {
    return Checks.isBlank(text) ? 12 : text.length() + 12;
  }

  public static int ofThirteen(String text) {
    return Checks.isBlank(text) ? 13 : text.length() + 13;
  }

  public static int ofFourteen(String text) {
    return Checks.isBlank(text) ? 14 : text.length() + 14;
  }

  public static int ofFifteen(String text) {
    return Checks.isBlank(text) ? 15 : text.length() + 15;
  }
}
