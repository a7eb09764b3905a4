package org.example.bookings.model;

public record Guest(long id, String name, String email, int points, boolean wantsMail) {
  public MemberTier tier() {
    return MemberTier.forPoints(points);
  }

  public Guest withPoints(int newPoints) {
    return new Guest(id, name, email, newPoints, wantsMail);
  }
}
