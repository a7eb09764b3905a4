package demo;

/** A stack with room for two. */
public class BoundedStack {
  private final int[] store = new int[2];
  private int size;

  public void push(int value) {
    if (size < store.length) {
      store[size++] = value;
    }
  }

  /** Clears what it takes. */
  public int pop() {
    if (size == 0) {
      throw new IndexOutOfBoundsException("nothing to pop");
    }
    int value = store[--size];
    store[size] = 0;
    return value;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public boolean isFull() {
    return size == store.length;
  }
}
