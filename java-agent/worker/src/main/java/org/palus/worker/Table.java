package org.palus.worker;

import java.util.Arrays;

/** Things by small number. No {@code java.util} list: that may itself be under test. */
final class Table<T> {
  private Object[] entries = new Object[64];

  void put(int id, T entry) {
    if (id >= entries.length) {
      entries = Arrays.copyOf(entries, Math.max(id + 1, 2 * entries.length));
    }
    entries[id] = entry;
  }

  /** Null when nothing was put there. */
  @SuppressWarnings("unchecked") // put takes nothing else
  T get(int id) {
    return id >= 0 && id < entries.length ? (T) entries[id] : null;
  }
}
