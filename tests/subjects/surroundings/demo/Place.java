package demo;

import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;

/** Looks at the default zone and locale. */
public class Place {
  private static final int FIRST_DAY = Calendar.getInstance(Locale.getDefault()).getFirstDayOfWeek();
  private final TimeZone zone;

  public Place(TimeZone zone) {
    this.zone = zone;
  }

  public boolean isHere() {
    return zone != null && zone.getRawOffset() == TimeZone.getDefault().getRawOffset();
  }

  public boolean isEast() {
    return TimeZone.getDefault().getRawOffset() >= 0;
  }

  public String shout(String text) {
    return text.toUpperCase();
  }

  public String price(int cents) {
    if (cents < 0) {
      return "minus " + String.format("%,d", -1234 * cents);
    }
    return String.format("%,d", 1234 + cents);
  }

  public int firstDay() {
    return FIRST_DAY;
  }

  public int twice(int number) {
    return 2 * number;
  }
}
