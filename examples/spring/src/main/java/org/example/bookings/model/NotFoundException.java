package org.example.bookings.model;

public class NotFoundException extends BookingException {
  private static final long serialVersionUID = 1L;

  public NotFoundException(String kind, Object key) {
    super("No " + kind + " " + key);
  }

  @Override
  public int httpStatus() {
    return 404;
  }
}
