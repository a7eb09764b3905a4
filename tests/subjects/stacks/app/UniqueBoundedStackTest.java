package app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import demo.UniqueBoundedStack;
import org.junit.jupiter.api.Test;

/** Pushes 1, 2, 3 and 0, in all orders up to three calls. */
class UniqueBoundedStackTest {
  private final UniqueBoundedStack stack = new UniqueBoundedStack();

  private void push(int number, int top, int count) {
    stack.push(number);
    asks(top, count);
    assertEquals(top == number, stack.isMember(number));
  }

  private void asks(int top, int count) {
    assertEquals(top, stack.top());
    assertEquals(count, stack.getNumberOfElements());
    assertEquals(count == 0, stack.isEmpty());
  }

  @Test
  void isEmptyAtFirst() {
    asks(-1, 0);
    assertFalse(stack.isMember(1));
  }

  @Test
  void pushes1() {
    asks(-1, 0);
    push(1, 1, 1);
  }

  @Test
  void pushes2() {
    push(2, 2, 1);
  }

  @Test
  void pushes3() {
    asks(-1, 0);
    push(3, 3, 1);
  }

  @Test
  void pushes0() {
    push(0, 0, 1);
  }

  @Test
  void pushes1And2() {
    push(1, 1, 1);
    push(2, 2, 2);
  }

  @Test
  void pushes2And1() {
    push(2, 2, 1);
    push(1, 1, 2);
  }

  @Test
  void pushes1Twice() {
    push(1, 1, 1);
    push(1, 1, 1);
  }

  @Test
  void pushes0And3() {
    push(0, 0, 1);
    push(3, 3, 2);
  }

  @Test
  void pushes3And0() {
    asks(-1, 0);
    push(3, 3, 1);
    push(0, 0, 2);
  }

  @Test
  void pushes1And2And3() {
    push(1, 1, 1);
    push(2, 2, 2);
    push(3, 2, 2);
  }

  @Test
  void pushes1And2And1() {
    push(1, 1, 1);
    push(2, 2, 2);
    push(1, 1, 2);
  }

  @Test
  void pushes2And3And2() {
    push(2, 2, 1);
    push(3, 3, 2);
    push(2, 2, 2);
  }

  @Test
  void pushes0And1And0() {
    push(0, 0, 1);
    push(1, 1, 2);
    push(0, 0, 2);
  }

  @Test
  void pushes3And3And1() {
    push(3, 3, 1);
    push(3, 3, 1);
    push(1, 1, 2);
  }
}
