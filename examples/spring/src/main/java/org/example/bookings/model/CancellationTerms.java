package org.example.bookings.model;

public enum CancellationTerms {
  FLEXIBLE,
  MODERATE,
  STRICT
}
