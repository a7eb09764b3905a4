import java.util.Locale;
import org.joda.time.DateTime;
import org.joda.time.DateTimeZone;
import org.joda.time.Days;
import org.joda.time.Duration;
import org.joda.time.Interval;
import org.joda.time.LocalDate;
import org.joda.time.LocalTime;
import org.joda.time.MutableDateTime;
import org.joda.time.Period;
import org.joda.time.Years;
import org.joda.time.chrono.BuddhistChronology;
import org.joda.time.chrono.IslamicChronology;
import org.joda.time.format.DateTimeFormat;
import org.joda.time.format.DateTimeFormatter;
import org.joda.time.format.ISODateTimeFormat;
import org.joda.time.format.ISOPeriodFormat;
import org.joda.time.format.PeriodFormatterBuilder;

/** Counts with dates, and prints and parses them; on request also other calendars, periods and formats. */
public final class JodaSample {
  private JodaSample() {}

  /** With {@code full}, does more. */
  public static void main(String[] arguments) {
    DateTimeZone zone = DateTimeZone.forID("Europe/Vienna");
    DateTime start = new DateTime(2011, 7, 17, 9, 30, zone);
    System.out.println(start.plusMonths(8).minusWeeks(2).withDayOfWeek(3).toString("yyyy-MM-dd HH:mm", Locale.ROOT));
    LocalDate day = LocalDate.parse("2011-07-21");
    System.out.println(day.plusDays(40).dayOfMonth().withMaximumValue() + " " + day.year().isLeap());
    System.out.println(Days.daysBetween(start.toLocalDate(), day).getDays());
    if (arguments.length > 0 && arguments[0].equals("full")) {
      more(start, day);
    }
  }

  private static void more(DateTime start, LocalDate day) {
    Interval interval = new Interval(start, new Duration(36_000_000L));
    System.out.println(interval.contains(start.plusHours(2)) + " " + interval.toPeriod() + " " + interval.gap(interval));
    Period period = new Period(1, 2, 3, 4, 5, 6, 7, 8).normalizedStandard();
    System.out.println(ISOPeriodFormat.standard().parsePeriod("P1Y2M3DT4H").plus(period));
    System.out.println(
        new PeriodFormatterBuilder()
            .appendYears()
            .appendSuffix(" year", " years")
            .appendSeparator(", ")
            .printZeroAlways()
            .appendMinutes()
            .appendSuffix(" minute", " minutes")
            .toFormatter()
            .print(period));
    DateTimeFormatter format = DateTimeFormat.forPattern("EEEE d MMMM yyyy G").withLocale(Locale.ENGLISH);
    System.out.println(start.withChronology(BuddhistChronology.getInstance()).toString(format));
    System.out.println(start.withChronology(IslamicChronology.getInstance()).getDayOfYear());
    System.out.println(ISODateTimeFormat.weekDateTime().print(start));
    MutableDateTime changing = start.toMutableDateTime();
    changing.addMonths(5);
    changing.setZone(DateTimeZone.forOffsetHoursMinutes(5, 30));
    changing.minuteOfHour().roundHalfCeiling();
    System.out.println(changing + " " + LocalTime.MIDNIGHT.minusSeconds(1) + " " + Years.ONE.negated());
    try {
      System.out.println(ISODateTimeFormat.date().parseDateTime("2011-13-40"));
    } catch (IllegalArgumentException refused) {
      System.out.println(refused.getMessage());
    }
    System.out.println(day.equals(start.toLocalDate()) + " " + day.compareTo(start.toLocalDate()));
  }
}
