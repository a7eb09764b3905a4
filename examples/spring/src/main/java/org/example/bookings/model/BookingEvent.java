package org.example.bookings.model;

/** Published when a booking has changed its status, or is new. */
public record BookingEvent(Booking booking, BookingStatus before) {
  public boolean isNew() {
    return before == null;
  }
}
