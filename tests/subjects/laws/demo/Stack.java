package demo;

import java.util.Arrays;

/** A stack whose slots keep what was popped; two with equal contents are equal. */
public class Stack {
  private int[] store = new int[10];
  private int size;

  public void push(int value) {
    if (size == store.length) {
      store = Arrays.copyOf(store, 2 * size);
    }
    store[size++] = value;
  }

  /** Leaves the slot. */
  public int pop() {
    if (size == 0) {
      throw new IndexOutOfBoundsException("nothing to pop");
    }
    return store[--size];
  }

  public boolean isEmpty() {
    return size == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Stack stack
        && Arrays.equals(store, 0, size, stack.store, 0, stack.size);
  }

  @Override
  public int hashCode() {
    return size;
  }
}
