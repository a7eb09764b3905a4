package org.palus.enumerate;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;

/** A class whose objects are made. */
final class Layout {
  /** The class. */
  final Class<?> type;

  /** Its number among all. */
  final int number;

  /** Its fields, the superclass's first, in the order of the class file. */
  final Place[] places;

  /** By place the layouts of objects that it may link to. */
  final Layout[][] fitting;

  /** Whether its objects are made without any of its constructors. */
  final boolean isBare;

  private final Layouts all;
  private final Constructor<?> maker;
  private final Field[] cells;

  /** By the weaver's numbers of fields: the place, and what stands for those that are none. */
  private int[] byNumber = new int[0];

  private static final int UNKNOWN = -2;
  private static final int NONE = -1;

  Layout(Layouts all, Class<?> type, int number, List<Place> places, List<Field> cells) {
    this.all = all;
    this.type = type;
    this.number = number;
    this.places = places.toArray(new Place[0]);
    this.cells = cells.toArray(new Field[0]);
    fitting = new Layout[this.places.length][];
    Constructor<?> own = Makers.own(type);
    isBare = own == null;
    maker = isBare ? Makers.bare(type) : own;
  }

  /** The place of a field that an instruction names; negative for one of which nothing is said. */
  int place(int field) {
    if (field >= byNumber.length) {
      int known = byNumber.length;
      byNumber = Arrays.copyOf(byNumber, field + 16);
      Arrays.fill(byNumber, known, byNumber.length, UNKNOWN);
    }
    if (byNumber[field] == UNKNOWN) {
      byNumber[field] = find(all.declared(field));
    }
    return byNumber[field];
  }

  private int find(Field field) {
    for (int i = 0; i < places.length; i++) {
      if (places[i].field.equals(field)) {
        return places[i].kind == Kind.OUTER ? NONE : i;
      }
    }
    return NONE;
  }

  /** Whether its constructor leaves all fields as they are. */
  boolean isBlank() {
    try {
      Object object = maker.newInstance();
      for (Place place : places) {
        Object held = place.get(object);
        boolean isNothing = held == null || held.equals(Values.nothing(place.field.getType()));
        if (!isNothing && place.kind != Kind.OUTER) {
          return false;
        }
      }
      return true;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An object whose fields hold nothing yet. */
  Cell make(boolean isReceiver) {
    try {
      Object object = maker.newInstance();
      Cell cell = new Cell(object, this, isReceiver);
      for (Place place : places) {
        place.set(object, Values.nothing(place.field.getType()));
      }
      for (Field field : cells) {
        field.set(object, cell);
      }
      return cell;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
