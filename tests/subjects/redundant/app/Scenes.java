package app;

import demo.IntStack;

/** The three tests of the example. */
class Scenes {
  static void one() {
    IntStack stack = new IntStack();
    stack.isEmpty();
    stack.push(3);
    stack.push(2);
    stack.pop();
    stack.push(5);
  }

  static void two() {
    IntStack stack = new IntStack();
    stack.push(3);
    stack.push(5);
  }

  static void three() {
    IntStack stack = new IntStack();
    stack.push(3);
    stack.push(2);
    stack.pop();
  }
}
