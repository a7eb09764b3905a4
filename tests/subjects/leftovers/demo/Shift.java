package demo;

/** Somebody begins to work on a day, on this thread, and never stops. */
public class Shift {
  private static final ThreadLocal<String> DAY = new ThreadLocal<>();

  private Shift() {}

  public static void monday() {
    DAY.set("monday");
  }

  public static void tuesday() {
    DAY.set("tuesday");
  }

  public static void wednesday() {
    DAY.set("wednesday");
  }

  public static void thursday() {
    DAY.set("thursday");
  }

  public static void friday() {
    DAY.set("friday");
  }

  public static void saturday() {
    DAY.set("saturday");
  }

  public static void sunday() {
    DAY.set("sunday");
  }

  public static void newYear() {
    DAY.set("newYear");
  }

  public static void easter() {
    DAY.set("easter");
  }

  public static void mayDay() {
    DAY.set("mayDay");
  }

  public static void midsummer() {
    DAY.set("midsummer");
  }

  public static void harvest() {
    DAY.set("harvest");
  }

  public static void christmas() {
    DAY.set("christmas");
  }

  public static int hours() {
    if (DAY.get() == null) {
      throw new IllegalStateException("nobody has begun");
    }
    return 8;
  }
}
