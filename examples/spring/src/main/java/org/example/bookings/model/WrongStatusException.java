package org.example.bookings.model;

public class WrongStatusException extends BookingException {
  private static final long serialVersionUID = 1L;

  private final BookingStatus from;

  public WrongStatusException(long bookingId, BookingStatus from, BookingStatus to) {
    super("Booking " + bookingId + " is " + from + " and cannot become " + to);
    this.from = from;
  }

  public BookingStatus from() {
    return from;
  }

  @Override
  public int httpStatus() {
    return 409;
  }
}
