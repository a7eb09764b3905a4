package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import demo.UniqueBoundedStack;
import org.junit.jupiter.api.Test;

/** What the other suite never tried. */
class NegativeTest {
  @Test
  void pushesMinus1() {
    UniqueBoundedStack stack = new UniqueBoundedStack();
    stack.push(-1);
    assertEquals(-1, stack.top());
    assertEquals(1, stack.getNumberOfElements());
  }
}
