package demo;

import java.time.Clock;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Is given on Fridays, by a clock that is passed. */
public class Discount {
  private final Clock clock;

  public Discount(Clock clock) {
    this.clock = clock;
  }

  public Discount() {
    this(Clock.tickMillis(ZoneOffset.UTC));
  }

  public int percent(int amount) {
    boolean isFriday = LocalDate.now(clock).getDayOfWeek() == DayOfWeek.FRIDAY;
    if (amount > 1000) {
      return isFriday ? 30 : 20;
    }
    return isFriday ? 10 : 0;
  }

  public boolean isOver(int epochDay) {
    return LocalDate.ofEpochDay(epochDay).isBefore(LocalDate.now(clock));
  }
}
