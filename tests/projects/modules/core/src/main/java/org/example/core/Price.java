package org.example.core;

/** An amount of cents, never negative. */
public class Price {
  private final int cents;

  public Price(int cents) {
    if (cents < 0) {
      throw new IllegalArgumentException("cents: " + cents);
    }
    this.cents = cents;
  }

  public int cents() {
    return cents;
  }
}
