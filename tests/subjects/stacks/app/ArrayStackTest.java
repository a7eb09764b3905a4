package app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import demo.ArrayStack;
import org.junit.jupiter.api.Test;

class ArrayStackTest {
  @Test
  void hasNoRoom() {
    ArrayStack stack = new ArrayStack(0);
    assertTrue(stack.isEmpty());
    assertTrue(stack.isFull());
    assertThrows(IllegalStateException.class, () -> stack.push(7));
    assertNull(stack.topAndPop());
  }

  @Test
  void hasRoomForOne() {
    ArrayStack stack = new ArrayStack(1);
    assertNull(stack.top());
    stack.push(40);
    assertEquals(40, stack.top());
    assertThrows(IllegalStateException.class, () -> stack.push(41));
    assertEquals(40, stack.topAndPop());
    assertNull(stack.topAndPop());
  }

  @Test
  void isFilledAndEmptied() {
    ArrayStack stack = new ArrayStack(5);
    assertNull(stack.top());
    for (int number = 10; number < 15; number++) {
      assertFalse(stack.isFull());
      stack.push(number * number);
      assertEquals(number * number, stack.top());
    }
    assertTrue(stack.isFull());
    for (int number = 14; number >= 10; number--) {
      assertFalse(stack.isEmpty());
      assertEquals(number * number, stack.topAndPop());
    }
    assertTrue(stack.isEmpty());
  }

  @Test
  void isUsedAgain() {
    ArrayStack stack = new ArrayStack(8);
    for (int number = 100; number < 103; number++) {
      stack.push(number);
      stack.push(-number);
      assertEquals(-number, stack.topAndPop());
    }
    assertEquals(102, stack.topAndPop());
    assertEquals(101, stack.top());
    stack.push(101);
    assertEquals(101, stack.top());
    assertFalse(stack.isFull());
    assertFalse(stack.isEmpty());
  }
}
