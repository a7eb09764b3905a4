package org.palus.enumerate;

/** What an enumeration knows of an object that it made; woven classes hold it in a field. */
public final class Cell {
  /** The object. */
  final Object object;

  /** Its class. */
  final Layout layout;

  /** Whether the method that accepts structures is called on it. */
  final boolean isReceiver;

  /** By place, whether a value was chosen. */
  final boolean[] isChosen;

  /** The values that were chosen. */
  final Object[] chosen;

  Cell(Object object, Layout layout, boolean isReceiver) {
    this.object = object;
    this.layout = layout;
    this.isReceiver = isReceiver;
    isChosen = new boolean[layout.places.length];
    chosen = new Object[layout.places.length];
  }

  /** Puts a chosen value into a field. */
  void choose(int place, Object value) {
    isChosen[place] = true;
    chosen[place] = value;
    layout.places[place].set(object, value);
  }

  /** Has a field hold nothing, as if nobody had read it. */
  void forget(int place) {
    isChosen[place] = false;
    Place field = layout.places[place];
    field.set(object, Values.nothing(field.field.getType()));
  }

  /** Whether a field does not hold any more what was chosen for it. */
  boolean isChanged() {
    for (int i = 0; i < chosen.length; i++) {
      if (isChosen[i]) {
        Place place = layout.places[i];
        Object held = place.get(object);
        boolean isSame = place.kind.isLink() ? held == chosen[i] : same(held, chosen[i]);
        if (!isSame) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean same(Object one, Object other) {
    return one == null ? other == null : one.equals(other);
  }
}
