package demo;

import java.util.AbstractCollection;
import java.util.Collections;
import java.util.Iterator;

/** Breaks collection-size-to-array. */
public class ShortArray extends AbstractCollection<String> {
  private final int count;

  public ShortArray(int count) {
    this.count = Math.floorMod(count, 5);
  }

  @Override
  public Iterator<String> iterator() {
    return Collections.nCopies(count, "x").iterator();
  }

  @Override
  public int size() {
    return count;
  }

  @Override
  public Object[] toArray() {
    return new Object[count / 2];
  }
}
