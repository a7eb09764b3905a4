package demo;

import java.io.IOException;

/** Names in order, each once, and no method that says what is valid. */
public class Names {
  private Entry first;

  private static class Entry {
    final String name;
    Entry next;

    Entry(String name, Entry next) {
      this.name = name;
      this.next = next;
    }
  }

  /** Says whether the name is new; null is none. */
  public boolean add(String name) throws IOException {
    if (name == null) {
      throw new IOException("no name");
    }
    Entry before = null;
    Entry at = first;
    while (at != null && at.name.compareTo(name) < 0) {
      before = at;
      at = at.next;
    }
    if (at != null && at.name.equals(name)) {
      return false;
    }
    Entry made = new Entry(name, at);
    if (before == null) {
      first = made;
    } else {
      before.next = made;
    }
    return true;
  }

  public int size() {
    int size = 0;
    for (Entry at = first; at != null; at = at.next) {
      size++;
    }
    return size;
  }
}
