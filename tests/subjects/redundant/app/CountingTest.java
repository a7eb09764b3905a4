package app;

import demo.Counted;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Two tests that are one but for a static field. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class CountingTest {
  @Test
  void asksFirst() {
    new Counted().isFirst();
  }

  @Test
  void asksSecond() {
    new Counted().isFirst();
  }
}
