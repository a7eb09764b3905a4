package demo;

/** A stack of ints with room for four; what is popped stays where equals does not look. */
public class BoundedStack {
  private final int[] store = new int[4];
  private int size;

  public void push(int value) {
    if (size == store.length) {
      throw new IllegalStateException("full");
    }
    store[size++] = value;
  }

  public int pop() {
    if (size == 0) {
      throw new IllegalStateException("empty");
    }
    return store[--size];
  }

  public int size() {
    return size;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof BoundedStack) || size != ((BoundedStack) other).size) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (store[i] != ((BoundedStack) other).store[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return size;
  }
}
