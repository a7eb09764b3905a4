package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

public class StackTest {
  @Test
  public void whatWasPushedLastIsPopped() {
    Stack stack = new Stack();
    stack.push("a");
    assertEquals("a", stack.pop());
  }
}
