package org.palus.enumerate;

import java.lang.reflect.Field;

/** A field of a class, with what it may hold. */
final class Place {
  /** The field; it is not final any more. */
  final Field field;

  /** What it is. */
  final Kind kind;

  /** Its number among those of all classes. */
  final int number;

  /** Of a flag or a number what it may hold, of an object that is no receiver. */
  final Object[] values;

  /** The same of the receiver. */
  final Object[] valuesOfReceiver;

  Place(Field field, Kind kind, int number, Object[] values, Object[] valuesOfReceiver) {
    this.field = field;
    this.kind = kind;
    this.number = number;
    this.values = values;
    this.valuesOfReceiver = valuesOfReceiver;
  }

  /** What a flag or a number of the object may hold, the first where nobody asks. */
  Object[] values(Cell cell) {
    return cell.isReceiver ? valuesOfReceiver : values;
  }

  /** What it holds. */
  Object get(Object object) {
    try {
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Has it hold that. */
  void set(Object object, Object value) {
    try {
      field.set(object, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
