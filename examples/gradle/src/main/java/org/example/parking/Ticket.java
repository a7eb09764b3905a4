package org.example.parking;

/** What one gets at the gate. */
public class Ticket {
  private final String plate;
  private final int place;

  Ticket(String plate, int place) {
    this.plate = plate;
    this.place = place;
  }

  public String plate() {
    return plate;
  }

  /** The price of some hours: the first is free, a day has a ceiling. */
  public int price(int hours) {
    if (hours <= 1) {
      return 0;
    }
    return hours > 12 ? 20 : 2 * (hours - 1) + (place > 50 ? 1 : 0);
  }
}
