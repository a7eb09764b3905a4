package demo;

import java.io.Reader;

/** Reads the letters from a on: what it inherits grew from release to release. */
public class LetterReader extends Reader {
  private int left;

  public LetterReader(int count) {
    left = Math.min(count, 26);
  }

  @Override
  public int read(char[] to, int from, int count) {
    if (left <= 0) {
      return -1;
    }
    if (count >= 8192) {
      // Only a method that came with Java 10 asks for so many.
      left = Math.min(left, 2);
    }
    to[from] = (char) ('z' + 1 - left--);
    return 1;
  }

  @Override
  public void close() {
    left = 0;
  }
}
