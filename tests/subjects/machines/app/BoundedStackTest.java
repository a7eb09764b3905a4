package app;

import demo.BoundedStack;
import org.junit.jupiter.api.Test;

/** Not asserting: what is drawn is what this test did, and what it left to be tried. */
class BoundedStackTest {
  @Test
  void fillsAndTakes() {
    BoundedStack stack = new BoundedStack();
    stack.push(0);
    stack.push(0);
    stack.pop();
    stack.isEmpty();
    stack.isFull();
  }
}
