package demo;

/** Numbers in the order in which they came. */
public class NumberList {
  private static final class Link {
    final int value;
    Link next;

    Link(int value) {
      this.value = value;
    }
  }

  private Link first;
  private int size;

  public void add(int value) {
    Link added = new Link(value);
    if (first == null) {
      first = added;
    } else {
      Link last = first;
      while (last.next != null) {
        last = last.next;
      }
      last.next = added;
    }
    size++;
  }

  /** Removes the first one that is equal; whether there was one. */
  public boolean remove(int value) {
    Link before = null;
    Link link = first;
    while (link != null && link.value != value) {
      before = link;
      link = link.next;
    }
    if (link == null) {
      return false;
    }
    if (before == null) {
      first = link.next;
    } else {
      before.next = link.next;
    }
    size--;
    return true;
  }

  public int removeLast() {
    if (first == null) {
      throw new IllegalStateException("the list is empty");
    }
    Link before = null;
    Link last = first;
    while (last.next != null) {
      before = last;
      last = last.next;
    }
    if (before == null) {
      first = null;
    } else {
      before.next = null;
    }
    size--;
    return last.value;
  }
}
