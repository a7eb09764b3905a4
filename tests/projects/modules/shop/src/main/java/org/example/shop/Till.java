package org.example.shop;

import org.example.core.Price;

/** Adds up prices. */
public class Till {
  private int sum;

  public int take(Price price) {
    sum += price.cents();
    return sum;
  }
}
