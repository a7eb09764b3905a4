package org.example.bookings.job;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import org.example.bookings.model.Booking;
import org.example.bookings.model.BookingException;
import org.example.bookings.model.BookingStatus;
import org.example.bookings.service.BookingService;
import org.example.bookings.service.LoyaltyService;
import org.example.bookings.store.BookingRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Every night: requests that nobody confirmed expire, and stays that are over are completed. */
@Component
public class SettlementJob {
  private static final Logger log = LoggerFactory.getLogger(SettlementJob.class);
  static final Duration REQUEST_LIFE = Duration.ofDays(2);

  private final BookingRepository bookings;
  private final BookingService service;
  private final LoyaltyService loyalty;
  private final Clock clock;

  public SettlementJob(
      BookingRepository bookings, BookingService service, LoyaltyService loyalty, Clock clock) {
    this.bookings = bookings;
    this.service = service;
    this.loyalty = loyalty;
    this.clock = clock;
  }

  @Scheduled(cron = "${bookings.settlement.cron}")
  public void nightly() {
    Result result = settle();
    log.info("Settled: {}", result);
  }

  public Result settle() {
    Instant limit = clock.instant().minus(REQUEST_LIFE);
    int expired = 0;
    for (Booking booking : bookings.findRequestedBefore(limit)) {
      service.change(booking, BookingStatus.EXPIRED);
      expired++;
    }
    int completed = 0;
    int points = 0;
    int failed = 0;
    for (Booking booking : bookings.findConfirmedEndingBy(LocalDate.now(clock))) {
      try {
        points += loyalty.award(service.change(booking, BookingStatus.COMPLETED));
        completed++;
      } catch (BookingException e) {
        log.error("Cannot settle {}", booking, e);
        failed++;
      }
    }
    return new Result(expired, completed, failed, points);
  }

  public record Result(int expired, int completed, int failed, int points) {}
}
