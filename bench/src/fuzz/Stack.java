package demo;

/** A stack of texts, and a program that uses it. */
public class Stack {
  private String[] texts = new String[2];
  private int size;

  public void push(String text) {
    if (size == texts.length) {
      texts = java.util.Arrays.copyOf(texts, 2 * size);
    }
    texts[size++] = text;
  }

  public String pop() {
    if (size == 0) {
      throw new IllegalStateException("empty");
    }
    return texts[--size];
  }

  public int size() {
    return size;
  }

  public static void main(String[] args) {
    Stack stack = new Stack();
    for (int i = 0; i < 5; i++) {
      stack.push("text " + i);
    }
    System.out.println(stack.pop() + stack.size());
  }
}
