package app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import demo.IntStack;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class FailingTest {
  @Test
  void fails() {
    IntStack stack = new IntStack();
    stack.push(77);
    assertTrue(stack.isEmpty(), "it is full");
  }

  @Test
  @Disabled("today")
  void isDisabled() {
    new IntStack().push(78);
  }

  @Test
  void stays() {}
}
