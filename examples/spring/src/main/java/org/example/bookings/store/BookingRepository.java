package org.example.bookings.store;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.example.bookings.model.Booking;
import org.example.bookings.model.BookingStatus;
import org.example.bookings.model.DateRange;

public interface BookingRepository {
  Optional<Booking> findById(long id);

  /** Open bookings that share a night with the range, by day of arrival. */
  List<Booking> findOverlapping(String cottageCode, DateRange range);

  List<Booking> findRequestedBefore(Instant time);

  List<Booking> findConfirmedEndingBy(LocalDate day);

  int countByGuest(long guestId, BookingStatus status);

  /** Inserts it if its id is 0. Returns it as it is in the database. */
  Booking save(Booking booking);
}
