package org.example.orders;

/** A shop that serves customers until it is stopped: it stands for an application in staging. */
public final class Shop {
  private Shop() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.out.println("open");
    for (int number = 1; ; number++) {
      Order order = new Order("customer " + number);
      for (int article = 0; article <= number % 3; article++) {
        order.add("article " + article, 1 + article, 250);
      }
      order.pay(5000);
      order.send();
      Thread.sleep(20);
    }
  }
}
