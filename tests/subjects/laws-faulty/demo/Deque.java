package demo;

/** The deque, but that taking the last one forgets to shrink it. */
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
