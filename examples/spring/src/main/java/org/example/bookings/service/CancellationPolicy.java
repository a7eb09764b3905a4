package org.example.bookings.service;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.example.bookings.model.Booking;
import org.example.bookings.model.BookingStatus;
import org.example.bookings.model.CancellationTerms;
import org.example.bookings.model.MemberTier;
import org.example.bookings.model.Money;
import org.springframework.stereotype.Component;

/** How much of the price a guest gets back. */
@Component
public class CancellationPolicy {
  private static final Duration REGRET = Duration.ofHours(24);

  private final Clock clock;

  public CancellationPolicy(Clock clock) {
    this.clock = clock;
  }

  public Money refund(Booking booking, CancellationTerms terms, MemberTier tier) {
    return booking.price().percent(refundPercent(booking, terms, tier));
  }

  int refundPercent(Booking booking, CancellationTerms terms, MemberTier tier) {
    if (booking.status() == BookingStatus.REQUESTED) {
      return 100;
    }
    if (booking.status() != BookingStatus.CONFIRMED) {
      return 0;
    }
    long days = ChronoUnit.DAYS.between(LocalDate.now(clock), booking.stay().arrival());
    boolean regret =
        Duration.between(booking.requestedAt(), clock.instant()).compareTo(REGRET) <= 0 && days >= 14;
    if (regret) {
      return 100;
    }
    int percent =
        switch (terms) {
          case FLEXIBLE -> days >= 1 ? 100 : 50;
          case MODERATE -> days >= 14 ? 100 : days >= 5 ? 50 : 0;
          case STRICT -> days >= 60 ? 50 : 0;
        };
    if (tier == MemberTier.GOLD && percent < 100 && days > 0) {
      percent += 10;
    }
    return percent;
  }
}
