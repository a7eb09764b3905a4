package demo;

import java.util.Arrays;

/** A heap of ints on an array that grows; equals compares what is in use. */
public class MinHeap {
  private int[] store = new int[2];
  private int size;

  public void add(int value) {
    if (size == store.length) {
      store = Arrays.copyOf(store, 2 * size);
    }
    int at = size++;
    while (at > 0 && value < store[(at - 1) / 2]) {
      store[at] = store[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    store[at] = value;
  }

  public int removeLeast() {
    if (size == 0) {
      throw new IllegalStateException("empty");
    }
    int least = store[0];
    int moved = store[--size];
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && store[child + 1] < store[child]) {
        child++;
      }
      if (moved <= store[child]) {
        break;
      }
      store[at] = store[child];
      at = child;
    }
    store[at] = moved;
    return least;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MinHeap
        && Arrays.equals(store, 0, size, ((MinHeap) other).store, 0, ((MinHeap) other).size);
  }

  @Override
  public int hashCode() {
    return size;
  }
}
