package demo;

/** State with a limit, so that some calls throw only after others. */
public class Stack {
  private final Object[] items = new Object[3];
  private int size;

  public void push(Object item) {
    items[size++] = item;
  }

  public Object pop() {
    if (size == 0) {
      throw new IllegalStateException("empty");
    }
    return items[--size];
  }

  public int size() {
    return size;
  }
}
