package org.example.bookings.model;

public class RateUnavailableException extends BookingException {
  private static final long serialVersionUID = 1L;

  public RateUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public int httpStatus() {
    return 503;
  }
}
