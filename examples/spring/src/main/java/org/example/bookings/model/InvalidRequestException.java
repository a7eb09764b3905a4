package org.example.bookings.model;

public class InvalidRequestException extends BookingException {
  private static final long serialVersionUID = 1L;

  private final String field;

  public InvalidRequestException(String field, String message) {
    super(message);
    this.field = field;
  }

  public String field() {
    return field;
  }

  @Override
  public int httpStatus() {
    return 400;
  }
}
