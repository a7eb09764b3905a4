package settings;

import java.util.Locale;
import java.util.TimeZone;

/** Changes what all see as the place and the hour. */
public class Locales {
  public int locale() {
    Locale.setDefault(Locale.forLanguageTag("tr-TR"));
    return 1;
  }

  public int zone() {
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
    return 2;
  }
}
