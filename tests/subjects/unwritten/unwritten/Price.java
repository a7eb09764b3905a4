package unwritten;

/** What a ticket costs. */
public record Price(int cents, String currency) {
  public Price {
    if (cents < 0) {
      throw new IllegalArgumentException("a price of " + cents);
    }
  }

  public Price plus(int more) {
    return new Price(cents + more, currency);
  }
}
