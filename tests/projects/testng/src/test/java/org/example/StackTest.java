package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

public class StackTest {
  @Test
  public void whatWasPushedLastIsPopped() {
    Stack stack = new Stack();
    stack.push("a");
    assertEquals("a", stack.pop());
  }
}
