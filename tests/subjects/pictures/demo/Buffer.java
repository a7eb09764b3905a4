package demo;

/** Some states, and a call that throws. */
public class Buffer {
  private final StringBuilder text;

  public Buffer(int capacity) {
    text = new StringBuilder(capacity);
  }

  public void append(String more) {
    text.append(more);
  }

  public char charAt(int index) {
    return text.charAt(index);
  }

  public int length() {
    return text.length();
  }

  public void clear() {
    text.setLength(0);
  }
}
