package org.palus.equality;

import java.util.ArrayList;
import java.util.List;

/** An object of a state, as native/cli/src/redundant/equality.rs writes it. */
final class Node {
  /** What {@code getName} gives. */
  final String type;

  /**
   * {@code F} fields, {@code E} elements, {@code M} entries, {@code H} a hashed collection or map,
   * {@code X} what cannot be made.
   */
  final char kind;

  /** Names of fields, only where it has them. */
  final List<String> names = new ArrayList<>();

  /** Classes that declare the fields. */
  final List<String> owners = new ArrayList<>();

  /** The comparator of a sorted collection; null where it has none. */
  String head;

  /** What fields, elements, or keys and values hold. */
  final List<String> slots = new ArrayList<>();

  /** Of a line: {@code node}, class, kind, and what it holds, with tabs between. */
  Node(String[] columns) {
    type = columns[1];
    kind = columns[2].charAt(0);
    int at = 3;
    if (kind == 'E' || kind == 'M') {
      head = columns[at].equals("!") ? null : columns[at];
      at++;
    }
    while (at < columns.length) {
      if (kind == 'F') {
        owners.add(columns[at++]);
        names.add(columns[at++]);
      }
      slots.add(columns[at++]);
    }
  }

  /** The node that a slot refers to; -1 when it holds a value or null. */
  static int target(String slot) {
    return slot.charAt(0) == '#' ? Integer.parseInt(slot.substring(1)) : -1;
  }
}
