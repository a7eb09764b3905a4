package org.example.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class DiscountTest {
  @Test
  void onAFridayThereIsMore() {
    Clock friday = Clock.fixed(Instant.parse("2026-01-02T12:00:00Z"), ZoneOffset.UTC);
    assertEquals(10, new Discount(friday).percent(1));
  }
}
