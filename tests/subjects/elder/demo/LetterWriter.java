package demo;

import java.io.Writer;

/** Counts what is written. */
public class LetterWriter extends Writer {
  private int count;

  @Override
  public void write(char[] from, int first, int length) {
    if (length > 0) {
      count += length;
    }
  }

  public int count() {
    return count;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    count = 0;
  }
}
