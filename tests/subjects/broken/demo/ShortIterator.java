package demo;

import java.util.AbstractCollection;
import java.util.Collections;
import java.util.Iterator;

/** Breaks collection-size-iteration. */
public class ShortIterator extends AbstractCollection<String> {
  private final int count;

  public ShortIterator(int count) {
    this.count = Math.floorMod(count, 5);
  }

  @Override
  public Iterator<String> iterator() {
    return Collections.nCopies(count / 2, "x").iterator();
  }

  @Override
  public int size() {
    return count;
  }

  @Override
  public Object[] toArray() {
    return new Object[count];
  }
}
