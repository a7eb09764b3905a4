package org.palus.worker;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import org.palus.hook.Clock;
import org.palus.hook.Facts;
import org.palus.hook.Turn;

/**
 * Other values of what code may ask of its surroundings: those of machines on which tests are run.
 * Each variant has another zone, locale and day, so that a few of them show many; the first has
 * other properties too.
 */
final class Variant {
  /** What most machines that run tests have, then both sides of Greenwich, odd offsets and days. */
  private static final List<String> ZONES =
      List.of(
          "UTC",
          "America/New_York",
          "Asia/Kolkata",
          "America/Sao_Paulo",
          "Pacific/Apia",
          "Europe/Berlin",
          "America/Los_Angeles",
          "Asia/Tokyo");

  /** Other letters, digits, calendars, directions, and none at all. */
  private static final List<Locale> LOCALES =
      List.of(
          Locale.ROOT,
          Locale.forLanguageTag("tr-TR"),
          Locale.forLanguageTag("ar-EG-u-nu-arab"),
          Locale.JAPAN,
          Locale.forLanguageTag("th-TH-u-ca-buddhist"),
          Locale.UK,
          Locale.FRANCE,
          Locale.forLanguageTag("hi-IN-u-nu-deva"));

  /**
   * Every day of the week, ends of months and years, a leap day, changes of summer time, the end of
   * 32 bits of seconds and of 16 bits of days.
   */
  private static final List<Instant> INSTANTS =
      List.of(
          Instant.parse("2027-01-31T23:59:50Z"),
          Instant.parse("2027-03-29T01:00:00Z"),
          Instant.parse("2038-01-19T03:14:00Z"),
          Instant.parse("2029-10-31T06:30:00Z"),
          Instant.parse("2031-12-25T18:45:00Z"),
          Instant.parse("2150-07-03T09:00:00Z"),
          Instant.parse("2033-01-01T00:00:30Z"),
          Instant.parse("2028-02-29T12:00:00Z"));

  /** System properties of another user on another machine, with another JDK. */
  private static final Map<String, String> ODD =
      Map.ofEntries(
          Map.entry("user.name", "somebody"),
          Map.entry("user.home", "/somewhere"),
          Map.entry("user.dir", "/somewhere/else"),
          Map.entry("user.country.format", "NZ"),
          Map.entry("os.name", "Mac OS X"),
          Map.entry("os.version", "14.5"),
          Map.entry("os.arch", "aarch64"),
          Map.entry("java.version", "21.0.4"),
          Map.entry("java.version.date", "2024-07-16"),
          Map.entry("java.specification.version", "21"),
          Map.entry("java.vm.specification.version", "21"),
          Map.entry("java.class.version", "65.0"),
          Map.entry("java.runtime.version", "21.0.4+7-LTS"),
          Map.entry("java.vm.version", "21.0.4+7-LTS"),
          Map.entry("java.vendor", "Another Vendor"),
          Map.entry("java.vendor.url", "https://vendor.example/"),
          Map.entry("java.vendor.version", "Another-21.0.4+7"),
          Map.entry("java.vm.vendor", "Another Vendor"),
          Map.entry("java.vm.name", "Another Server VM"),
          Map.entry("java.home", "/somewhere/java"),
          Map.entry("java.library.path", "/somewhere/lib"),
          Map.entry("java.class.path", "somewhere.jar"));

  /** How many orders are drawn. */
  private static final int DRAWN = 48;

  /** In so many of them threads change where they wait, and in the others in the middle of calls as well. */
  private static final int WITHOUT_PREEMPTION = 8;

  /** In which order the threads of a sequence take turns: in a search it is none of these. */
  private static final List<Integer> ORDERS = orders();

  /** The number of the variant in which facts are as in a search. */
  private static final int AS_IN_SEARCH = -1;

  private static final String ODD_SEPARATOR = "\r\n";
  private static final Runtime.Version ODD_VERSION = Runtime.Version.parse("21.0.4+7-LTS");

  private final TimeZone zone = TimeZone.getDefault();
  private final Locale locale = Locale.getDefault();
  private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
  private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
  private final Properties properties = (Properties) System.getProperties().clone();
  private final String separator = System.lineSeparator();
  private final Runtime.Version version = Runtime.version();
  private final String thread = Thread.currentThread().getName();

  /** Remembers how everything is. */
  Variant() {}

  /**
   * Gives facts their values of this variant, and the others their own.
   *
   * @param number of the variant, from 0; -1 for one in which zone, locale and clock are as in the
   *     search
   * @param facts those of {@link Facts}
   */
  void apply(int number, int facts) {
    restore();
    if (number == AS_IN_SEARCH) {
      applyUsual(facts);
      return;
    }
    if ((facts & Facts.ZONE) != 0) {
      String id = ZONES.get(number % ZONES.size());
      TimeZone.setDefault(TimeZone.getTimeZone(id));
      System.setProperty("user.timezone", id);
    }
    if ((facts & Facts.LOCALE) != 0) {
      Locale other = LOCALES.get(number % LOCALES.size());
      Locale.setDefault(other);
      System.setProperty("user.language", other.getLanguage());
      System.setProperty("user.country", other.getCountry());
    }
    if ((facts & Facts.CLOCK) != 0) {
      Clock.leapTo(INSTANTS.get(number % INSTANTS.size()).toEpochMilli());
    }
    if ((facts & Facts.THREADS) != 0) {
      Turn.order = ORDERS.get(number % ORDERS.size());
    }
    if ((facts & Facts.PROPERTIES) != 0 && number == 0) {
      ODD.forEach(System::setProperty);
      System.setProperty("line.separator", ODD_SEPARATOR);
      Facts.lineSeparator(ODD_SEPARATOR);
      Facts.version(ODD_VERSION);
      Thread.currentThread().setName("worker-1");
    }
  }

  private static void applyUsual(int facts) {
    if ((facts & Facts.ZONE) != 0) {
      TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    }
    if ((facts & Facts.LOCALE) != 0) {
      Locale.setDefault(Locale.US);
    }
    if ((facts & Facts.CLOCK) != 0) {
      Clock.stay();
    }
  }

  private static List<Integer> orders() {
    List<Integer> orders = new ArrayList<>();
    for (int first : new int[] {Turn.STARTED_FIRST, Turn.SEQUENCE_FIRST}) {
      orders.add(first);
      orders.add(first | Turn.BACKWARDS);
    }
    for (int i = 0; i < DRAWN; i++) {
      int first = i % 2 == 0 ? Turn.SEQUENCE_FIRST : Turn.STARTER_FIRST;
      int changes = i < WITHOUT_PREEMPTION ? Turn.DRAWN : Turn.DRAWN | Turn.PREEMPTIVE;
      orders.add(first | changes | i << Turn.DRAWN_SHIFT);
    }
    return orders;
  }

  /** How many variants there are that differ in these facts. */
  static int count(int facts) {
    if ((facts & Facts.THREADS) != 0) {
      return ORDERS.size();
    }
    if ((facts & (Facts.ZONE | Facts.LOCALE | Facts.CLOCK)) != 0) {
      return ZONES.size();
    }
    return (facts & Facts.PROPERTIES) != 0 ? 2 : 0;
  }

  /** Gives all facts their own values. */
  void restore() {
    TimeZone.setDefault(zone);
    Locale.setDefault(locale);
    Locale.setDefault(Locale.Category.DISPLAY, display);
    Locale.setDefault(Locale.Category.FORMAT, format);
    System.setProperties((Properties) properties.clone());
    Facts.lineSeparator(separator);
    Facts.version(version);
    Thread.currentThread().setName(thread);
    Clock.leapBack();
    Turn.order = Turn.STARTER_FIRST;
  }
}
