package org.example.bookings.model;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;

/** The nights from the day of arrival up to the day of departure, which is not one of them. */
public record DateRange(LocalDate arrival, LocalDate departure) {
  public DateRange {
    if (arrival == null || departure == null) {
      throw new InvalidRequestException("dates", "Arrival and departure are needed");
    }
    if (!arrival.isBefore(departure)) {
      throw new InvalidRequestException("dates", "Departure must be after arrival");
    }
  }

  public static DateRange ofNights(LocalDate arrival, int nights) {
    return new DateRange(arrival, arrival.plusDays(nights));
  }

  public long nights() {
    return ChronoUnit.DAYS.between(arrival, departure);
  }

  public boolean overlaps(DateRange other) {
    return arrival.isBefore(other.departure) && other.arrival.isBefore(departure);
  }

  public boolean contains(LocalDate day) {
    return !day.isBefore(arrival) && day.isBefore(departure);
  }

  public Stream<LocalDate> days() {
    return arrival.datesUntil(departure);
  }

  /** Nights from Friday to Saturday and from Saturday to Sunday. */
  public long weekendNights() {
    return days()
        .map(LocalDate::getDayOfWeek)
        .filter(day -> day == DayOfWeek.FRIDAY || day == DayOfWeek.SATURDAY)
        .count();
  }
}
