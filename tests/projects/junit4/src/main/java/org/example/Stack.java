package org.example;

/** Holds up to three texts; one more is refused. */
public class Stack {
  private final String[] texts = new String[3];
  private int size;

  public boolean push(String text) {
    if (size == texts.length) {
      return false;
    }
    texts[size++] = text;
    return true;
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
}
