package demo;

/** A stack of at most five different numbers. What is pushed again moves to the top; a full one takes no more. */
public class UniqueStack {
  private final int[] elems = new int[5];
  private int count;

  public void push(int k) {
    int index = 0;
    while (index < count && elems[index] != k) {
      index++;
    }
    if (index < count) {
      for (int i = index; i < count - 1; i++) {
        elems[i] = elems[i + 1];
      }
      elems[count - 1] = k;
    } else if (count < elems.length) {
      elems[count] = k;
      count++;
    }
  }

  /** Of an empty stack too, which then cannot be pushed to any more. */
  public void pop() {
    count--;
  }
}
