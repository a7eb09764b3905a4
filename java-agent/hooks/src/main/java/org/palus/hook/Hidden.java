package org.palus.hook;

import java.lang.reflect.Field;

/** Keeps the injected field out of what reflection shows. */
public final class Hidden {
  private Hidden() {}

  /** The fields without the injected one; the same array when it is not among them. */
  public static Field[] without(Field[] fields) {
    for (int i = 0; i < fields.length; i++) {
      if (fields[i].isSynthetic() && fields[i].getName().equals(ClassFacts.FIELD)) {
        Field[] shown = new Field[fields.length - 1];
        System.arraycopy(fields, 0, shown, 0, i);
        System.arraycopy(fields, i + 1, shown, i, fields.length - i - 1);
        return shown;
      }
    }
    return fields;
  }
}
