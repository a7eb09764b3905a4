package app;

import demo.Stack;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.MethodOrderer;

/** Not asserting: what is checked is the film of these tests. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class StackTest {
  private Stack stack;

  @BeforeEach
  void setUp() {
    stack = new Stack(2);
  }

  @Test
  void pops() {
    stack.push(3);
    stack.pop();
    try {
      stack.pop();
    } catch (ArrayIndexOutOfBoundsException expected) {
      Stack.max(1, 2L);
    }
  }

  @Test
  void drains() {
    Stack other = new Stack(1).push(7);
    stack.drain(other);
    compare(stack, other);
  }

  @Test
  void failsToMake() {
    try {
      new Stack("x");
    } catch (NumberFormatException expected) {
      stack.push(1);
    }
  }

  @Test
  void isCalledBack() throws InterruptedException {
    stack.run(() -> stack.push(5));
    Thread other = new Thread(() -> stack.pop());
    other.start();
    other.join();
  }

  private static <T> int compare(Comparable<T> one, T other) {
    return one.compareTo(other);
  }
}
