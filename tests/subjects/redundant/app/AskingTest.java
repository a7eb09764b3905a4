package app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import demo.IntStack;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Two tests that do the same, and only the second looks at what came of it. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class AskingTest {
  @Test
  void acts() {
    IntStack stack = new IntStack();
    stack.push(41);
    stack.pop();
    assertTrue(stack.isEmpty());
  }

  @Test
  void asks() {
    IntStack stack = new IntStack();
    stack.push(41);
    // assertEquals(40, stack.pop()); would not do
    assertEquals(41, stack.pop(), "the last {");
    assertTrue(stack.isEmpty());
  }
}
