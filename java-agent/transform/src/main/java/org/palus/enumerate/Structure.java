package org.palus.enumerate;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A structure as its receiver reaches it: objects breadth first, each with its number among those
 * of its class.
 */
final class Structure {
  private static final int NO_CLASS = 0xFF;

  /** The objects, in that order. */
  final List<Cell> cells = new ArrayList<>();

  /** The pairs of objects that fields link, each in 64 bits. */
  final List<Long> pairs = new ArrayList<>();

  /** Links and flags: equal where structures differ in numbers alone. */
  final String shape;

  private final Map<Object, Integer> positions = new IdentityHashMap<>();
  private final List<Integer> numbers = new ArrayList<>();
  private final int[] counts;

  /** Of objects that {@code cells} knows. */
  Structure(Cell receiver, Map<Object, Cell> known, int classes) {
    counts = new int[classes];
    StringBuilder told = new StringBuilder();
    meet(receiver);
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      told.append((char) cell.layout.number);
      for (Place place : cell.layout.places) {
        Object held = place.get(cell.object);
        if (place.kind.isLink()) {
          link(i, place, known.get(held), told);
        } else if (place.kind == Kind.FLAG) {
          told.append(held == null ? '-' : (char) flag(held));
        }
      }
    }
    shape = told.toString();
  }

  private static int flag(Object held) {
    return held instanceof Enum ? ((Enum<?>) held).ordinal() : (Boolean) held ? 1 : 0;
  }

  private void link(int from, Place place, Cell held, StringBuilder told) {
    int to = held == null ? -1 : meet(held);
    told.append((char) (to + 1));
    Cell cell = cells.get(from);
    int toClass = held == null ? NO_CLASS : held.layout.number;
    int toNumber = held == null ? 0 : numbers.get(to);
    pairs.add(
        (long) place.number << 48
            | (long) cell.layout.number << 40
            | (long) numbers.get(from) << 24
            | (long) toClass << 16
            | toNumber);
  }

  private int meet(Cell cell) {
    Integer position = positions.get(cell.object);
    if (position == null) {
      position = cells.size();
      positions.put(cell.object, position);
      numbers.add(counts[cell.layout.number]++);
      cells.add(cell);
    }
    return position;
  }

  /** Field, class and number of the one, and class ({@code -} for null) and number of the other. */
  static String pair(long pair) {
    long toClass = pair >> 16 & 0xFF;
    String to = toClass == NO_CLASS ? "-" : toClass + "." + (pair & 0xFFFF);
    return (pair >> 48) + "." + (pair >> 40 & 0xFF) + "." + (pair >> 24 & 0xFFFF) + "." + to;
  }

  /** Objects by {@code ;}: the number of the class and what fields hold, by spaces. */
  String text() {
    StringBuilder text = new StringBuilder();
    for (Cell cell : cells) {
      text.append(text.length() == 0 ? "" : ";").append(cell.layout.number);
      for (Place place : cell.layout.places) {
        text.append(' ').append(value(place.get(cell.object)));
      }
    }
    return text.toString();
  }

  private String value(Object held) {
    Integer position = positions.get(held);
    if (held == null) {
      return "-";
    } else if (position != null) {
      return "#" + position;
    } else if (held instanceof Enum) {
      return ((Enum<?>) held).name();
    } else if (held instanceof Character) {
      return Integer.toString((Character) held);
    }
    return held.toString();
  }
}
