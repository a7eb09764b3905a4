package org.palus.enumerate;

import java.util.ArrayList;
import java.util.List;

/**
 * Korat's enumeration (Boyapati, Khurshid, Marinov, ISSTA 2002): all objects of the scope are there
 * from the start, a candidate says which of its values each field has, and the next one differs in
 * the field that was read last. Of equal new objects only the first is tried: the index may be at
 * most one above those that fields which were read before have.
 */
final class Korat extends Search {
  private final List<Cell> objects = new ArrayList<>();

  /** First object of each class. */
  private final List<Integer> firsts = new ArrayList<>();

  /** Fields in the order in which they were first read. */
  private final List<Slot> read = new ArrayList<>();

  private Slot[][] slots;
  private boolean hasNext;

  /** A field of an object, with the index of what it holds. */
  private static final class Slot {
    final Cell cell;
    final int place;
    int index;
    boolean isRead;

    Slot(Cell cell, int place) {
      this.cell = cell;
      this.place = place;
    }

    boolean isLink() {
      return cell.layout.places[place].kind == Kind.LINK;
    }
  }

  Korat(Layouts layouts, Layout receiver, int scope, Trial trial, Results results) {
    super(layouts, receiver, scope, trial, results);
  }

  @Override
  void run() {
    make();
    do {
      for (Slot slot : read) {
        slot.isRead = false;
      }
      read.clear();
      if (isAccepted()) {
        found(true);
      }
      hasNext = next();
    } while (hasNext && !isOver());
    if (!hasNext) {
      sizeIsDone(scope);
    }
  }

  private void make() {
    for (Layout layout : layouts.all()) {
      firsts.add(objects.size());
      for (int i = 0; i < scope; i++) {
        Cell cell = layout.make(layout == receiver && i == 0);
        objects.add(cell);
        known.put(cell.object, cell);
      }
    }
    slots = new Slot[objects.size()][];
    for (int i = 0; i < slots.length; i++) {
      Cell cell = objects.get(i);
      enclose(cell);
      slots[i] = new Slot[cell.layout.places.length];
      for (int place = 0; place < slots[i].length; place++) {
        slots[i][place] = new Slot(cell, place);
      }
    }
  }

  /** The next candidate; says whether there is one. */
  private boolean next() {
    for (int last = read.size() - 1; last >= 0; last--) {
      Slot slot = read.get(last);
      int index = slot.isLink() ? nextLink(slot, last) : slot.index + 1;
      boolean isOne = index > 0 && index < count(slot);
      slot.index = isOne ? index : 0;
      slot.cell.forget(slot.place);
      if (isOne) {
        return true;
      }
    }
    return false;
  }

  /** Null is 0, then come the objects of each class that fits. */
  private int count(Slot slot) {
    if (!slot.isLink()) {
      return slot.cell.layout.places[slot.place].values(slot.cell).length;
    }
    return 1 + scope * slot.cell.layout.fitting[slot.place].length;
  }

  private int nextLink(Slot slot, int position) {
    int next = slot.index + 1;
    if (next >= count(slot)) {
      return 0;
    }
    Layout layout = slot.cell.layout.fitting[slot.place][(next - 1) / scope];
    if ((next - 1) % scope <= highest(layout, position) + 1) {
      return next;
    }
    return 1 + ((next - 1) / scope + 1) * scope;
  }

  /** The highest index of the class among fields that were read before, and the receiver. */
  private int highest(Layout layout, int position) {
    int highest = layout == receiver ? 0 : -1;
    for (int i = 0; i < position; i++) {
      Slot slot = read.get(i);
      if (slot.isLink() && slot.index > 0) {
        Layout held = slot.cell.layout.fitting[slot.place][(slot.index - 1) / scope];
        highest = held == layout ? Math.max(highest, (slot.index - 1) % scope) : highest;
      }
    }
    return highest;
  }

  private void put(Slot slot) {
    int index = slot.index;
    Place place = slot.cell.layout.places[slot.place];
    if (!slot.isLink()) {
      slot.cell.choose(slot.place, place.values(slot.cell)[index]);
    } else if (index == 0) {
      slot.cell.choose(slot.place, null);
    } else {
      Layout layout = slot.cell.layout.fitting[slot.place][(index - 1) / scope];
      int object = firsts.get(layout.number) + (index - 1) % scope;
      slot.cell.choose(slot.place, objects.get(object).object);
    }
  }

  @Override
  public void read(Cell cell, int place) {
    Slot slot = slots[objects.indexOf(cell)][place];
    if (!slot.isRead) {
      slot.isRead = true;
      read.add(slot);
      put(slot);
    }
  }

  @Override
  long left() {
    return hasNext ? 1 : 0;
  }

  @Override
  Cell root() {
    return objects.get(firsts.get(receiver.number));
  }

  @Override
  Iterable<Cell> enclosing() {
    return objects;
  }
}
