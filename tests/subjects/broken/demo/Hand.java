package demo;

/** Rock, scissors, paper. Breaks compare-to-transitive. */
public class Hand implements Comparable<Hand> {
  private final int value;

  public Hand(int value) {
    this.value = value;
  }

  private int kind() {
    return Math.floorMod(value, 3);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Hand && ((Hand) other).kind() == kind();
  }

  @Override
  public int hashCode() {
    return kind();
  }

  @Override
  public int compareTo(Hand other) {
    int ahead = Math.floorMod(kind() - other.kind(), 3);
    return ahead == 2 ? -1 : ahead;
  }
}
