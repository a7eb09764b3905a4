package org.example.bookings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.LocalDate;
import org.example.bookings.job.SettlementJob;
import org.example.bookings.model.Booking;
import org.example.bookings.model.BookingStatus;
import org.example.bookings.model.DateRange;
import org.example.bookings.model.MemberTier;
import org.example.bookings.model.Money;
import org.example.bookings.service.LoyaltyService;
import org.example.bookings.store.BookingRepository;
import org.example.bookings.store.GuestRepository;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;

@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:settlement")
@Import(TestBeans.class)
@DirtiesContext
class SettlementTest {
  @Autowired private SettlementJob job;
  @Autowired private LoyaltyService loyalty;
  @Autowired private BookingRepository bookings;
  @Autowired private GuestRepository guests;

  @Test
  void nightlyRunExpiresRequestsAndRewardsStays() {
    Booking old = save("LAKE-1", 1, "2025-04-01", BookingStatus.REQUESTED, "600.00 EUR", 3);
    Booking recent = save("LAKE-2", 1, "2025-04-01", BookingStatus.REQUESTED, "200.00 EUR", 1);
    Booking over = save("HILL-7", 2, "2025-03-01", BookingStatus.CONFIRMED, "1000.00 CHF", 30);

    assertEquals(new SettlementJob.Result(1, 1, 0, 105), job.settle());

    assertEquals(BookingStatus.EXPIRED, bookings.findById(old.id()).orElseThrow().status());
    assertEquals(BookingStatus.REQUESTED, bookings.findById(recent.id()).orElseThrow().status());
    assertEquals(BookingStatus.COMPLETED, bookings.findById(over.id()).orElseThrow().status());
    assertEquals(MemberTier.SILVER, guests.findByEmail("max@guests.example").orElseThrow().tier());

    assertEquals(Money.of("2.00", "EUR"), loyalty.redeem(2, 100));
    assertEquals(new SettlementJob.Result(0, 0, 0, 0), job.settle());
  }

  private Booking save(
      String cottage, long guest, String arrival, BookingStatus status, String price, int daysAgo) {
    String[] parts = price.split(" ");
    return bookings.save(
        Booking.builder()
            .cottageCode(cottage)
            .guestId(guest)
            .stay(DateRange.ofNights(LocalDate.parse(arrival), 7))
            .status(status)
            .price(Money.of(parts[0], parts[1]))
            .requestedAt(TestBeans.NOW.minus(Duration.ofDays(daysAgo)))
            .build());
  }
}
