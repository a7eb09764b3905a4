package friendly;

import java.util.Locale;

/** Pure functions with branches. */
public final class Grades {
  private Grades() {}

  public static String grade(int points) {
    if (points < 0 || points > 100) {
      throw new IllegalArgumentException("points " + points);
    }
    if (points >= 90) {
      return "excellent";
    }
    return points >= 50 ? "passed" : "failed";
  }

  public static String title(String word) {
    if (word.isEmpty()) {
      return word;
    }
    return word.substring(0, 1).toUpperCase(Locale.getDefault()) + word.substring(1);
  }

  public static int days(int month) {
    switch (month) {
      case 2:
        return 28;
      case 4:
      case 6:
      case 9:
      case 11:
        return 30;
      default:
        return 31;
    }
  }
}
