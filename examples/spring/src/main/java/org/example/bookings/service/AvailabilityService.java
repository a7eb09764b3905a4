package org.example.bookings.service;

import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.example.bookings.model.Availability;
import org.example.bookings.model.Booking;
import org.example.bookings.model.Cottage;
import org.example.bookings.model.DateRange;
import org.example.bookings.store.BookingRepository;
import org.example.bookings.store.CottageRepository;
import org.springframework.stereotype.Service;

@Service
public class AvailabilityService {
  private static final int MAX_MONTHS_AHEAD = 18;

  private final CottageRepository cottages;
  private final BookingRepository bookings;
  private final Clock clock;

  public AvailabilityService(CottageRepository cottages, BookingRepository bookings, Clock clock) {
    this.cottages = cottages;
    this.bookings = bookings;
    this.clock = clock;
  }

  public Availability check(String code, DateRange stay, int people, boolean pets) {
    Optional<Cottage> found = cottages.findByCode(code);
    if (found.isEmpty()) {
      return new Availability.Refused("unknown cottage " + code);
    }
    Cottage cottage = found.get();
    LocalDate today = LocalDate.now(clock);
    if (stay.arrival().isBefore(today)) {
      return new Availability.Refused("arrival is in the past");
    }
    if (stay.arrival().isAfter(today.plusMonths(MAX_MONTHS_AHEAD))) {
      return new Availability.Refused("not on sale yet");
    }
    if (people > cottage.sleeps()) {
      return new Availability.Refused("sleeps only " + cottage.sleeps());
    }
    if (pets && !cottage.petsAllowed()) {
      return new Availability.Refused("no pets");
    }
    if (stay.nights() < cottage.minimumNights() && !fillsGap(cottage, stay)) {
      return new Availability.Refused("at least " + cottage.minimumNights() + " nights");
    }
    return bookings.findOverlapping(code, stay).stream()
        .filter(booking -> booking.status().isOpen())
        .max(Comparator.comparing(booking -> booking.stay().departure()))
        .<Availability>map(last -> new Availability.Taken(last.id(), last.stay().departure()))
        .orElseGet(() -> new Availability.Free(cottage));
  }

  /** Cottages that can be had, the cheapest first. */
  public List<Cottage> search(DateRange stay, int people, boolean pets) {
    List<Cottage> free = new ArrayList<>();
    for (Cottage cottage : cottages.findForPeople(people, pets)) {
      if (check(cottage.code(), stay, people, pets) instanceof Availability.Free) {
        free.add(cottage);
      }
    }
    free.sort(Comparator.comparing((Cottage c) -> c.nightlyRate().amount()).thenComparing(Cottage::code));
    return free;
  }

  /** Whether the stay lies between two bookings, so that nobody else would take it. */
  private boolean fillsGap(Cottage cottage, DateRange stay) {
    DateRange before = new DateRange(stay.arrival().minusDays(1), stay.arrival());
    DateRange after = new DateRange(stay.departure(), stay.departure().plusDays(1));
    return occupied(cottage, before) && occupied(cottage, after);
  }

  private boolean occupied(Cottage cottage, DateRange range) {
    List<Booking> found = bookings.findOverlapping(cottage.code(), range);
    return found != null && !found.isEmpty();
  }
}
