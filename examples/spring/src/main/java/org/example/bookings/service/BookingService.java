package org.example.bookings.service;

import java.time.Clock;
import java.util.Currency;
import org.example.bookings.model.Availability;
import org.example.bookings.model.Booking;
import org.example.bookings.model.BookingEvent;
import org.example.bookings.model.BookingStatus;
import org.example.bookings.model.CancellationTerms;
import org.example.bookings.model.Cottage;
import org.example.bookings.model.DateRange;
import org.example.bookings.model.Guest;
import org.example.bookings.model.MemberTier;
import org.example.bookings.model.Money;
import org.example.bookings.model.NotAvailableException;
import org.example.bookings.model.NotFoundException;
import org.example.bookings.store.BookingRepository;
import org.example.bookings.store.CottageRepository;
import org.example.bookings.store.GuestRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class BookingService {
  private static final Logger log = LoggerFactory.getLogger(BookingService.class);
  private static final int MAX_OPEN_REQUESTS = 3;

  private final BookingRepository bookings;
  private final CottageRepository cottages;
  private final GuestRepository guests;
  private final AvailabilityService availability;
  private final PricingService pricing;
  private final CancellationPolicy policy;
  private final CurrencyConverter converter;
  private final ApplicationEventPublisher events;
  private final Clock clock;

  public BookingService(
      BookingRepository bookings,
      CottageRepository cottages,
      GuestRepository guests,
      AvailabilityService availability,
      PricingService pricing,
      CancellationPolicy policy,
      CurrencyConverter converter,
      ApplicationEventPublisher events,
      Clock clock) {
    this.bookings = bookings;
    this.cottages = cottages;
    this.guests = guests;
    this.availability = availability;
    this.pricing = pricing;
    this.policy = policy;
    this.converter = converter;
    this.events = events;
    this.clock = clock;
  }

  @Transactional
  public Booking request(String code, String email, String name, DateRange stay, int people, boolean pets) {
    String cottageCode = Texts.requireCode(code);
    String address = Texts.requireEmail(email);
    Guest guest = guests.findByEmail(address).orElseGet(() -> guests.insert(nameOf(name, address), address));
    if (guest.tier() == MemberTier.BASIC
        && bookings.countByGuest(guest.id(), BookingStatus.REQUESTED) >= MAX_OPEN_REQUESTS) {
      throw new NotAvailableException("Too many open requests");
    }
    Availability answer = availability.check(cottageCode, stay, people, pets);
    if (answer instanceof Availability.Refused refused) {
      throw new NotAvailableException("Not possible: " + refused.reason());
    }
    if (answer instanceof Availability.Taken taken) {
      throw new NotAvailableException("Taken, free from " + taken.freeFrom());
    }
    Cottage cottage = ((Availability.Free) answer).cottage();
    Booking booking =
        bookings.save(
            Booking.builder()
                .cottageCode(cottage.code())
                .guestId(guest.id())
                .stay(stay)
                .people(people)
                .pets(pets)
                .price(pricing.price(cottage, stay, guest, people, pets))
                .requestedAt(clock.instant())
                .build());
    log.info("{} for {}", booking, Texts.masked(address));
    events.publishEvent(new BookingEvent(booking, null));
    return booking;
  }

  @Transactional
  public Booking confirm(long id) {
    Booking booking = find(id);
    boolean other =
        bookings.findOverlapping(booking.cottageCode(), booking.stay()).stream()
            .anyMatch(found -> found.id() != id && found.status() == BookingStatus.CONFIRMED);
    if (other) {
      throw new NotAvailableException("Somebody else was faster");
    }
    return change(booking, BookingStatus.CONFIRMED);
  }

  /** Cancels it and says what the guest gets back, in the currency of the guest's choice. */
  @Transactional
  public Money cancel(long id, Currency refundIn) {
    Booking booking = find(id);
    CancellationTerms terms =
        cottages.findByCode(booking.cottageCode()).map(Cottage::terms).orElse(CancellationTerms.FLEXIBLE);
    MemberTier tier = guests.findById(booking.guestId()).map(Guest::tier).orElse(MemberTier.BASIC);
    Money refund = policy.refund(booking, terms, tier);
    change(booking, BookingStatus.CANCELLED);
    return refundIn == null ? refund : converter.convert(refund, refundIn);
  }

  public Booking find(long id) {
    return bookings.findById(id).orElseThrow(() -> new NotFoundException("booking", id));
  }

  /** Moves it to another status, saves it, and tells everybody. */
  public Booking change(Booking booking, BookingStatus next) {
    Booking changed = bookings.save(booking.moveTo(next));
    events.publishEvent(new BookingEvent(changed, booking.status()));
    return changed;
  }

  private static String nameOf(String name, String address) {
    return Texts.isBlank(name) ? address.substring(0, address.indexOf('@')) : name.trim();
  }
}
