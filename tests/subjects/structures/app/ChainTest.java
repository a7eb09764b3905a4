package app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import demo.Chain;
import org.junit.jupiter.api.Test;

class ChainTest {
  @Test
  void hasTwo() {
    Chain chain = new Chain(new Chain(null));
    assertTrue(chain.repOk());
  }
}
