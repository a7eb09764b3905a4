package demo;

import java.util.Arrays;

/** What is popped stays in the store, where equals does not look. */
public class IntStack {
  private final int[] store = new int[10];
  private int size;

  public void push(int value) {
    store[size++] = value;
  }

  public int pop() {
    return store[--size];
  }

  public boolean isEmpty() {
    return size == 0;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof IntStack)) {
      return false;
    }
    IntStack that = (IntStack) other;
    if (size != that.size) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (store[i] != that.store[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(Arrays.copyOf(store, size));
  }
}
