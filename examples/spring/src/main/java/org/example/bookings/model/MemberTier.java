package org.example.bookings.model;

public enum MemberTier {
  BASIC(0, 0),
  SILVER(500, 3),
  GOLD(2_000, 7);

  private final int fromPoints;
  private final int discountPercent;

  MemberTier(int fromPoints, int discountPercent) {
    this.fromPoints = fromPoints;
    this.discountPercent = discountPercent;
  }

  public int discountPercent() {
    return discountPercent;
  }

  public static MemberTier forPoints(int points) {
    MemberTier best = BASIC;
    for (MemberTier tier : values()) {
      if (points >= tier.fromPoints) {
        best = tier;
      }
    }
    return best;
  }
}
