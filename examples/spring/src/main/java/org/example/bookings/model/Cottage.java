package org.example.bookings.model;

public record Cottage(
    String code,
    String name,
    int sleeps,
    int minimumNights,
    boolean petsAllowed,
    Money nightlyRate,
    CancellationTerms terms) {}
