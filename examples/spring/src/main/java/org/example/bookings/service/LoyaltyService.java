package org.example.bookings.service;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.example.bookings.model.Booking;
import org.example.bookings.model.BookingStatus;
import org.example.bookings.model.Guest;
import org.example.bookings.model.InvalidRequestException;
import org.example.bookings.model.MemberTier;
import org.example.bookings.model.Money;
import org.example.bookings.model.NotFoundException;
import org.example.bookings.store.BookingRepository;
import org.example.bookings.store.GuestRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Points: one for each ten euros of a stay, more for those who come often. */
@Service
public class LoyaltyService {
  private static final Logger log = LoggerFactory.getLogger(LoyaltyService.class);
  private static final BigDecimal EUROS_PER_POINT = BigDecimal.TEN;

  private final GuestRepository guests;
  private final BookingRepository bookings;
  private final CurrencyConverter converter;

  public LoyaltyService(GuestRepository guests, BookingRepository bookings, CurrencyConverter converter) {
    this.guests = guests;
    this.bookings = bookings;
    this.converter = converter;
  }

  /** Returns how many points the guest got for it. */
  public int award(Booking booking) {
    if (booking.status() != BookingStatus.COMPLETED) {
      return 0;
    }
    Guest guest =
        guests.findById(booking.guestId()).orElseThrow(() -> new NotFoundException("guest", booking.guestId()));
    Money euros = converter.toEuros(booking.price());
    int points = euros.amount().divide(EUROS_PER_POINT, 0, RoundingMode.DOWN).intValue();
    int stays = bookings.countByGuest(guest.id(), BookingStatus.COMPLETED);
    if (stays >= 10) {
      points *= 2;
    } else if (stays >= 3) {
      points += points / 2;
    }
    if (points == 0) {
      return 0;
    }
    Guest after = guest.withPoints(guest.points() + points);
    guests.updatePoints(guest.id(), after.points());
    if (after.tier() != guest.tier()) {
      log.info("{} rises to {}", Texts.masked(guest.email()), after.tier());
    }
    return points;
  }

  /** Takes points for a voucher of a euro for each fifty. */
  public Money redeem(long guestId, int points) {
    if (points <= 0 || points % 50 != 0) {
      throw new InvalidRequestException("points", "Points are redeemed by the fifty");
    }
    Guest guest = guests.findById(guestId).orElseThrow(() -> new NotFoundException("guest", guestId));
    if (guest.points() < points) {
      throw new InvalidRequestException("points", "Only " + guest.points() + " points are left");
    }
    guests.updatePoints(guestId, guest.points() - points);
    Money voucher = Money.of(Integer.toString(points / 50), "EUR");
    return guest.tier() == MemberTier.GOLD ? voucher.plus(voucher.percent(20)) : voucher;
  }
}
