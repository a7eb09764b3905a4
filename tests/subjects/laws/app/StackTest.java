package app;

import demo.Stack;
import org.junit.jupiter.api.Test;

/** Not asserting: laws are found in what these tests do. */
class StackTest {
  private static final int[] VALUES = {3, 1, 4, 1, 5};

  private static void takesFrom(int size) {
    Stack stack = new Stack();
    for (int i = 0; i < size; i++) {
      stack.push(VALUES[i]);
    }
    stack.isEmpty();
    try {
      stack.pop();
    } catch (IndexOutOfBoundsException expected) {
      // An empty stack throws.
    }
    stack.isEmpty();
  }

  @Test
  void takesFromAnEmptyOne() {
    takesFrom(0);
  }

  @Test
  void takesFromOthers() {
    for (int size = 1; size <= VALUES.length; size++) {
      takesFrom(size);
    }
  }
}
