package org.palus.enumerate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * Lazy initialisation: fields get their values when they are first read, and the run is repeated
 * with another value for the last of them. Of the choices that begin with a new object each waits
 * until all structures with fewer objects are found.
 */
final class Lazy extends Search {
  /** The objects in the order in which they were made. */
  private final List<Cell> made = new ArrayList<>();

  /** By number of objects: what was chosen before one more was made, that one included. */
  private final List<Queue<int[]>> waiting = new ArrayList<>();

  /** What is chosen, by the order of first reads. */
  private int[] choices = new int[64];

  private Decision[] decisions = new Decision[64];
  private int given;
  private int depth;

  Lazy(Layouts layouts, Layout receiver, int scope, Trial trial, Results results) {
    super(layouts, receiver, scope, trial, results);
  }

  /** What was to be chosen at a first read. */
  private static final class Decision {
    /** How many choices need no new object. */
    final int old;

    /** How many there are. */
    final int all;

    final boolean isOfShape;

    Decision(int old, int all, boolean isOfShape) {
      this.old = old;
      this.all = all;
      this.isOfShape = isOfShape;
    }
  }

  @Override
  void run() {
    await(1, new int[0]);
    for (int size = 1; size < waiting.size() && !isOver(); size++) {
      for (int[] prefix = next(size); prefix != null && !isOver(); prefix = next(size)) {
        all(prefix, size);
      }
      if (!isOver()) {
        sizeIsDone(size);
      }
    }
  }

  private void await(int size, int[] prefix) {
    while (waiting.size() <= size) {
      waiting.add(new ArrayDeque<>());
    }
    waiting.get(size).add(prefix);
  }

  private int[] next(int size) {
    return waiting.get(size).poll();
  }

  /** All structures of that size that begin with these choices. */
  private void all(int[] prefix, int size) {
    given = prefix.length;
    choices = Arrays.copyOf(prefix, Math.max(choices.length, given));
    do {
      depth = 0;
      known.clear();
      made.clear();
      make(receiver, true);
      boolean isAccepted = isAccepted();
      if (isAccepted) {
        found(chosenNumbers() > 0);
      }
      back(isAccepted && isWholeShape() ? shapeDepth() : depth, prefix.length, size);
    } while (given > 0 && !isOver());
  }

  /**
   * Goes on with the next choice of the last decision that has one. What needs a new object waits.
   */
  private void back(int from, int base, int size) {
    for (int last = from - 1; last >= base; last--) {
      Decision decision = decisions[last];
      boolean hasOld = choices[last] + 1 < decision.old;
      if (hasOld) {
        choices[last]++;
        given = last + 1;
        return;
      }
      for (int choice = decision.old; choice < decision.all; choice++) {
        int[] prefix = Arrays.copyOf(choices, last + 1);
        prefix[last] = choice;
        await(size + 1, prefix);
      }
    }
    given = 0;
  }

  private int chosenNumbers() {
    int count = 0;
    for (int i = 0; i < depth; i++) {
      count += decisions[i].isOfShape ? 0 : 1;
    }
    return count;
  }

  /** What lies behind is numbers alone. */
  private int shapeDepth() {
    int end = depth;
    while (end > 0 && !decisions[end - 1].isOfShape) {
      end--;
    }
    return end;
  }

  /** Whether all links and flags were read: other numbers cannot lead to other structures then. */
  private boolean isWholeShape() {
    for (Cell cell : made) {
      for (int i = 0; i < cell.layout.places.length; i++) {
        Kind kind = cell.layout.places[i].kind;
        if ((kind == Kind.LINK || kind == Kind.FLAG) && !cell.isChosen[i]) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public void read(Cell cell, int number) {
    if (cell.isChosen[number]) {
      return;
    }
    Place place = cell.layout.places[number];
    int choice = depth < given ? choices[depth] : 0;
    if (depth == choices.length) {
      choices = Arrays.copyOf(choices, 2 * depth);
    }
    if (depth >= decisions.length) {
      decisions = Arrays.copyOf(decisions, choices.length);
    }
    choices[depth] = choice;
    if (place.kind == Kind.LINK) {
      link(cell, number, choice);
    } else {
      Object[] values = place.values(cell);
      decisions[depth++] = new Decision(values.length, values.length, place.kind == Kind.FLAG);
      cell.choose(number, values[choice]);
    }
  }

  /** The objects made so far, then null, then a new one of each class that fits. */
  private void link(Cell cell, int number, int choice) {
    Class<?> type = cell.layout.places[number].field.getType();
    Object value = null;
    int old = 0;
    for (Cell other : made) {
      if (type.isInstance(other.object)) {
        value = old++ == choice ? other.object : value;
      }
    }
    int all = old + 1;
    for (Layout fitting : cell.layout.fitting[number]) {
      if (count(fitting) < scope) {
        value = all++ == choice ? make(fitting, false).object : value;
      }
    }
    decisions[depth++] = new Decision(old + 1, all, true);
    cell.choose(number, value);
  }

  private int count(Layout layout) {
    int count = 0;
    for (Cell cell : made) {
      count += cell.layout == layout ? 1 : 0;
    }
    return count;
  }

  private Cell make(Layout layout, boolean isReceiver) {
    Cell cell = layout.make(isReceiver);
    made.add(cell);
    known.put(cell.object, cell);
    enclose(cell);
    return cell;
  }

  @Override
  long left() {
    long left = given > 0 ? 1 : 0;
    for (Queue<int[]> prefixes : waiting) {
      left += prefixes.size();
    }
    return left;
  }

  @Override
  Cell root() {
    return made.get(0);
  }

  @Override
  Iterable<Cell> enclosing() {
    return made;
  }
}
