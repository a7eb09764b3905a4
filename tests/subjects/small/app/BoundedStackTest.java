package app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import demo.BoundedStack;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BoundedStackTest {
  private BoundedStack stack;

  @BeforeEach
  void fill() {
    stack = new BoundedStack();
    stack.push(1);
    stack.push(2);
  }

  @Test
  void popsTheLast() {
    assertEquals(2, stack.pop());
  }

  @Test
  void popsInOrder() {
    assertEquals(2, stack.pop());
    assertEquals(1, stack.pop());
  }

  @Test
  void popsAgain() {
    assertEquals(2, stack.pop());
    stack.push(3);
    assertEquals(3, stack.pop());
  }

  @Test
  void countsWhatIsThere() {
    assertEquals(2, stack.size());
  }

  @Test
  void refusesToPopNothing() {
    stack.pop();
    stack.pop();
    assertThrows(IllegalStateException.class, () -> stack.pop());
  }

  @Test
  void refusesAFifth() {
    stack.push(3);
    stack.push(4);
    assertThrows(IllegalStateException.class, () -> stack.push(5));
  }
}
