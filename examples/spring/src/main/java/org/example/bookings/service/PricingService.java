package org.example.bookings.service;

import java.time.Clock;
import java.time.LocalDate;
import java.time.Month;
import java.time.MonthDay;
import java.time.temporal.ChronoUnit;
import org.example.bookings.model.Cottage;
import org.example.bookings.model.DateRange;
import org.example.bookings.model.Guest;
import org.example.bookings.model.InvalidRequestException;
import org.example.bookings.model.Money;
import org.springframework.stereotype.Service;

/** Prices by season, weekends, length of stay, time until arrival, and what the guest is. */
@Service
public class PricingService {
  static final int MAX_DISCOUNT = 25;

  private final Clock clock;

  public PricingService(Clock clock) {
    this.clock = clock;
  }

  public Money price(Cottage cottage, DateRange stay, Guest guest, int people, boolean pets) {
    if (people > cottage.sleeps()) {
      throw new InvalidRequestException("people", cottage.name() + " sleeps " + cottage.sleeps());
    }
    Money sum = Money.zero(cottage.nightlyRate().currency());
    for (LocalDate night : stay.days().toList()) {
      sum = sum.plus(cottage.nightlyRate().percent(seasonPercent(night)));
    }
    sum = sum.plus(cottage.nightlyRate().percent(10).times(stay.weekendNights()));
    if (pets) {
      Money pet = cottage.nightlyRate().percent(5).times(Math.min(stay.nights(), 7));
      sum = sum.plus(pet);
    }
    int discount = Math.min(MAX_DISCOUNT, discountPercent(stay, guest));
    return sum.minus(sum.percent(discount));
  }

  int discountPercent(DateRange stay, Guest guest) {
    int percent = 0;
    if (stay.nights() >= 28) {
      percent += 20;
    } else if (stay.nights() >= 7) {
      percent += 10;
    }
    long daysAhead = ChronoUnit.DAYS.between(LocalDate.now(clock), stay.arrival());
    if (daysAhead < 0) {
      throw new InvalidRequestException("dates", "Arrival is in the past");
    }
    if (daysAhead <= 3) {
      percent += 8;
    } else if (daysAhead > 180) {
      percent += 5;
    }
    if (guest != null) {
      percent += guest.tier().discountPercent();
    }
    return percent;
  }

  /** What a night costs, in hundredths of the usual rate. */
  static int seasonPercent(LocalDate night) {
    MonthDay day = MonthDay.from(night);
    if (day.isAfter(MonthDay.of(12, 22)) || day.isBefore(MonthDay.of(1, 3))) {
      return 160;
    }
    if (night.getMonth() == Month.JULY || night.getMonth() == Month.AUGUST) {
      return 140;
    }
    return switch (night.getMonth()) {
      case MAY, JUNE, SEPTEMBER -> 115;
      case NOVEMBER, JANUARY, FEBRUARY -> 80;
      default -> 100;
    };
  }
}
