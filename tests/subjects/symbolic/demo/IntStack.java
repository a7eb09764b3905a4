package demo;

/** A stack in an array that grows and shrinks. What is popped stays in its slot. */
public class IntStack {
  private static final int ROOM = 5;

  private int[] store = new int[ROOM];
  private int size;

  public void push(int value) {
    if (size == store.length) {
      resize(store.length * 2);
    }
    store[size++] = value;
  }

  public int pop() {
    if (size == 0) {
      throw new IllegalStateException("the stack is empty");
    }
    int value = store[--size];
    if (store.length > ROOM && size * 2 < store.length) {
      resize(store.length / 2);
    }
    return value;
  }

  private void resize(int room) {
    int[] other = new int[room];
    System.arraycopy(store, 0, other, 0, size);
    store = other;
  }
}
