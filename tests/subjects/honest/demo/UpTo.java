package demo;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Keeps the contract of Iterator. */
public class UpTo implements Iterator<Integer> {
  private final int length;
  private int at;

  public UpTo(int length) {
    this.length = length;
  }

  @Override
  public boolean hasNext() {
    return at < length;
  }

  @Override
  public Integer next() {
    if (at >= length) {
      throw new NoSuchElementException();
    }
    return at++;
  }
}
