package org.example.bookings.model;

public class NotAvailableException extends BookingException {
  private static final long serialVersionUID = 1L;

  public NotAvailableException(String message) {
    super(message);
  }

  @Override
  public int httpStatus() {
    return 409;
  }
}
