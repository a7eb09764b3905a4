package org.example.bookings.model;

/** Whatever a user of the bookings can do wrong, or has to live with. */
public abstract class BookingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  protected BookingException(String message) {
    super(message);
  }

  protected BookingException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The status of HTTP that tells of it. */
  public abstract int httpStatus();
}
