package demo;

import java.util.Arrays;

/** A stack that forgets to shrink when it is empty but for one. */
public class Leaky {
  private int[] store = new int[10];
  private int size;

  public void push(int value) {
    store[size++] = value;
  }

  public int pop() {
    if (size == 0) {
      throw new IndexOutOfBoundsException("nothing to pop");
    }
    return size == 1 ? store[0] : store[--size];
  }

  public boolean isEmpty() {
    return size == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Leaky leaky
        && Arrays.equals(store, 0, size, leaky.store, 0, leaky.size);
  }

  @Override
  public int hashCode() {
    return size;
  }
}
