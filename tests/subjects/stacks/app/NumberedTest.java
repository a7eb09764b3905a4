package app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import demo.Numbered;
import org.junit.jupiter.api.RepeatedTest;

class NumberedTest {
  @RepeatedTest(8)
  void isLessThanTheNext() {
    Numbered first = new Numbered();
    Numbered second = new Numbered();
    assertTrue(first.number() < second.number());
  }
}
