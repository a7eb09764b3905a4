package demo;

/** Code under test whose objects change, hold each other, and are called back. */
public class Stack implements Comparable<Stack> {
  private final int[] store;
  private int size;
  private String password = "Hunter-2222";

  public Stack(int room) {
    store = new int[room];
  }

  /** Ends before its object is one. */
  public Stack(String room) {
    this(Integer.parseInt(room));
  }

  public Stack push(int value) {
    store[size++] = value;
    return this;
  }

  public int pop() {
    return store[--size];
  }

  /** Puts another value into its parameter. */
  public void drain(Stack other) {
    Stack from = other;
    other = null;
    while (from.size > 0) {
      push(from.pop());
    }
  }

  public static int max(int one, long other) {
    return (int) Math.max(one, other);
  }

  /** Calls code of its caller, which may call back. */
  public void run(Runnable task) {
    task.run();
  }

  @Override
  public int compareTo(Stack other) {
    return Integer.compare(size, other.size);
  }
}
