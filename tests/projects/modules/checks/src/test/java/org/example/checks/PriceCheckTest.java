package org.example.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.example.core.Price;
import org.junit.jupiter.api.Test;

/** Tests of another module, in one that has no classes of its own. */
class PriceCheckTest {
  @Test
  void nothingCostsNothing() {
    assertEquals(0, new Price(0).cents());
  }
}
