package demo;

/** A list of ints that counts its changes, which equals does not look at. */
public class LinkedInts {
  private static final class Node {
    final int value;
    Node next;

    Node(int value, Node next) {
      this.value = value;
      this.next = next;
    }
  }

  private Node first;
  private int changes;

  public void addFirst(int value) {
    first = new Node(value, first);
    changes++;
  }

  public boolean remove(int value) {
    Node before = null;
    for (Node at = first; at != null; at = at.next) {
      if (at.value == value) {
        if (before == null) {
          first = at.next;
        } else {
          before.next = at.next;
        }
        changes++;
        return true;
      }
      before = at;
    }
    return false;
  }

  public int get(int index) {
    Node at = first;
    for (int i = 0; i < index && at != null; i++) {
      at = at.next;
    }
    if (at == null || index < 0) {
      throw new IndexOutOfBoundsException("no element " + index);
    }
    return at.value;
  }

  public boolean wasChangedOften() {
    return changes > 3;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof LinkedInts)) {
      return false;
    }
    Node one = first;
    Node two = ((LinkedInts) other).first;
    while (one != null && two != null && one.value == two.value) {
      one = one.next;
      two = two.next;
    }
    return one == null && two == null;
  }

  @Override
  public int hashCode() {
    return first == null ? 0 : first.value;
  }
}
