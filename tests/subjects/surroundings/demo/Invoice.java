package demo;

import library.Today;

/** Says when it is due, by the clock of a library. */
public class Invoice {
  private final Today today = new Today();
  private int total;

  public void add(int amount) {
    if (amount <= 0) {
      throw new IllegalArgumentException("amount");
    }
    total += amount;
  }

  public int total() {
    return total;
  }

  public String label() {
    return total > 100 ? "due in " + (today.day() % 1000) : "paid on " + today.day();
  }
}
