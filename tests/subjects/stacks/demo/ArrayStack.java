package demo;

/** A stack on an array, as books have it. */
public class ArrayStack {
  private final Object[] theArray;
  private int topOfStack = -1;

  public ArrayStack(int capacity) {
    theArray = new Object[capacity];
  }

  public boolean isEmpty() {
    return topOfStack == -1;
  }

  public boolean isFull() {
    return topOfStack == theArray.length - 1;
  }

  public void push(Object value) {
    if (isFull()) {
      throw new IllegalStateException("full");
    }
    theArray[++topOfStack] = value;
  }

  /** The last value; null when there is none. */
  public Object top() {
    return isEmpty() ? null : theArray[topOfStack];
  }

  /** The last value, which goes; null when there is none. */
  public Object topAndPop() {
    if (isEmpty()) {
      return null;
    }
    Object value = top();
    theArray[topOfStack--] = null;
    return value;
  }
}
