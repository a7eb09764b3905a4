package org.example.bookings.model;

import java.time.LocalDate;

/** The answer to the question whether a cottage can be had. */
public sealed interface Availability {
  record Free(Cottage cottage) implements Availability {}

  record Taken(long bookingId, LocalDate freeFrom) implements Availability {}

  record Refused(String reason) implements Availability {}
}
