package demo;

/** A queue with two ends, in a ring of eight. */
public class Deque {
  private final Object[] ring = new Object[8];
  private int head;
  private int size;

  public boolean offerLast(Object value) {
    if (size == ring.length) {
      return false;
    }
    ring[(head + size++) % ring.length] = value;
    return true;
  }

  /** Null when there is nothing. */
  public Object pollLast() {
    if (size == 0) {
      return null;
    }
    int last = (head + size - 1) % ring.length;
    Object value = ring[last];
    ring[last] = null;
    size--;
    return value;
  }

  /** Null when there is nothing. */
  public Object peekLast() {
    return size == 0 ? null : ring[(head + size - 1) % ring.length];
  }

  public int size() {
    return size;
  }
}
