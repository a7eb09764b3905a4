package demo;

import java.util.AbstractCollection;
import java.util.Collections;
import java.util.Iterator;

/** Keeps the contract of Collection. */
public class Copies extends AbstractCollection<String> {
  private final int count;

  public Copies(int count) {
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
}
