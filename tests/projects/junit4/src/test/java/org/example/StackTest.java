package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class StackTest {
  @Test
  public void whatWasPushedLastIsPopped() {
    Stack stack = new Stack();
    stack.push("a");
    assertEquals("a", stack.pop());
  }
}
