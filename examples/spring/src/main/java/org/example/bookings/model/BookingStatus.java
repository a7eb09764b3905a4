package org.example.bookings.model;

public enum BookingStatus {
  REQUESTED,
  CONFIRMED,
  COMPLETED,
  CANCELLED,
  EXPIRED;

  public boolean isOpen() {
    return this == REQUESTED || this == CONFIRMED;
  }

  public boolean canBecome(BookingStatus next) {
    return switch (this) {
      case REQUESTED -> next == CONFIRMED || next == CANCELLED || next == EXPIRED;
      case CONFIRMED -> next == COMPLETED || next == CANCELLED;
      case COMPLETED, CANCELLED, EXPIRED -> false;
    };
  }
}
