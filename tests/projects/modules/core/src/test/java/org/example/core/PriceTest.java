package org.example.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PriceTest {
  @Test
  void aPriceKnowsItsCents() {
    assertEquals(250, new Price(250).cents());
  }
}
