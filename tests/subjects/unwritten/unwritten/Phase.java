package unwritten;

/** What a ticket goes through. */
public enum Phase {
  OPEN(1),
  SOLD(2);

  private final int rank;

  Phase(int rank) {
    this.rank = rank;
  }

  public boolean isBefore(Phase other) {
    return rank < other.rank;
  }
}
