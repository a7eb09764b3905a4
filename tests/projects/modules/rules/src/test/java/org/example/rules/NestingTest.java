package org.example.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NestingTest {
  @Test
  void deepNestingIsCounted() {
    assertEquals(3000, new Nesting().depth("(".repeat(3000)));
  }
}
