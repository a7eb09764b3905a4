package demo;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Breaks iterator-has-next-returns. */
public class Refusing implements Iterator<Integer> {
  private final int length;
  private int at;

  public Refusing(int length) {
    this.length = length;
  }

  @Override
  public boolean hasNext() {
    if (at >= length) {
      throw new NoSuchElementException();
    }
    return true;
  }

  @Override
  public Integer next() {
    if (at >= length) {
      throw new NoSuchElementException();
    }
    return at++;
  }
}
