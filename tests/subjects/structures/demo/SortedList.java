package demo;

/** A list of numbers, the smallest first. */
public class SortedList {
  private Node first;
  private int size;

  static class Node {
    int value;
    Node next;
  }

  public void insert(int value) {
    Node made = new Node();
    made.value = value;
    size++;
    if (first == null || first.value >= value) {
      made.next = first;
      first = made;
      return;
    }
    Node before = first;
    while (before.next != null && before.next.value < value) {
      before = before.next;
    }
    made.next = before.next;
    before.next = made;
  }

  public boolean contains(int value) {
    Node node = first;
    while (node != null && node.value < value) {
      node = node.next;
    }
    return node != null && node.value == value;
  }

  public int size() {
    return size;
  }

  public boolean repOk() {
    int count = 0;
    for (Node node = first; node != null; node = node.next) {
      if (++count > size) {
        return false;
      }
    }
    if (count != size) {
      return false;
    }
    for (Node node = first; node != null && node.next != null; node = node.next) {
      if (node.value > node.next.value) {
        return false;
      }
    }
    return true;
  }
}
