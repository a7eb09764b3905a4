package org.example.rules;

import java.time.Clock;
import java.time.DayOfWeek;
import java.time.LocalDate;

/** Is given on Fridays. */
public class Discount {
  private final Clock clock;

  public Discount(Clock clock) {
    this.clock = clock;
  }

  public Discount() {
    this(Clock.systemUTC());
  }

  public int percent(int amount) {
    boolean isFriday = LocalDate.now(clock).getDayOfWeek() == DayOfWeek.FRIDAY;
    if (amount > 100) {
      return isFriday ? 30 : 20;
    }
    return isFriday ? 10 : 0;
  }
}
