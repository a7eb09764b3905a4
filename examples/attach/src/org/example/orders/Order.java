package org.example.orders;

/** An order: filled, then paid, then sent. */
public class Order {
  private final String customer;
  private int items;
  private int total;
  private boolean paid;
  private boolean sent;

  public Order(String customer) {
    this.customer = customer;
  }

  /** Puts something into the order and returns what all of it costs, in cents. */
  public int add(String article, int count, int price) {
    if (paid) {
      throw new IllegalStateException("an order that is paid stays as it is");
    }
    if (count < 1 || price < 0) {
      throw new IllegalArgumentException(article + ": " + count + " for " + price);
    }
    items += count;
    total += count * price;
    return total;
  }

  /** Takes the money and returns the change. */
  public int pay(int cents) {
    if (items == 0 || cents < total) {
      throw new IllegalStateException(cents + " do not pay for " + total);
    }
    paid = true;
    return cents - total;
  }

  /** Sends the order; only once, and only when it is paid. */
  public String send() {
    if (!paid || sent) {
      throw new IllegalStateException("an order is sent once, when it is paid");
    }
    sent = true;
    return items + " for " + customer;
  }
}
