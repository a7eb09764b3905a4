package demo;

/** A stack that leaves what it pops in its array. */
public class IntStack {
  private int[] store = new int[10];
  private int size;

  public void push(int value) {
    store[size++] = value;
  }

  public int pop() {
    return store[--size];
  }
}
