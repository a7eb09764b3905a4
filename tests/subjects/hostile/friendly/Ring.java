package friendly;

/** A queue of bounded length. */
public class Ring {
  private final Object[] slots;
  private int first;
  private int length;

  public Ring(int capacity) {
    if (capacity < 1 || capacity > 1_000) {
      throw new IllegalArgumentException("capacity " + capacity);
    }
    slots = new Object[capacity];
  }

  public boolean add(Object element) {
    if (length == slots.length) {
      return false;
    }
    slots[(first + length) % slots.length] = element;
    length++;
    return true;
  }

  public Object remove() {
    if (length == 0) {
      return null;
    }
    Object element = slots[first];
    first = (first + 1) % slots.length;
    length--;
    return element;
  }

  public int length() {
    return length;
  }
}
