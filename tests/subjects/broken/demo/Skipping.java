package demo;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Moves on with every question. Breaks iterator-has-next-pure. */
public class Skipping implements Iterator<Integer> {
  private final int length;
  private int at;

  public Skipping(int length) {
    this.length = length;
  }

  @Override
  public boolean hasNext() {
    return at++ < length;
  }

  @Override
  public Integer next() {
    if (at >= length) {
      throw new NoSuchElementException();
    }
    return at++;
  }
}
