package org.palus.enumerate;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The classes whose objects an enumeration makes: that of the receiver, and all that fields need. */
final class Layouts {
  private final ClassLoader loader;
  private final Weaver weaver;
  private final List<String> candidates;
  private final Values values;
  private final Map<Class<?>, Layout> layouts = new LinkedHashMap<>();
  private final Map<Field, Place> places = new LinkedHashMap<>();

  /** Fields of which nothing is known to put there. */
  private final List<Field> unknown = new ArrayList<>();

  /**
   * For structures of at most {@code scope} objects of each class. {@code candidates} are names of
   * classes that may stand for abstract ones.
   */
  Layouts(ClassLoader loader, Weaver weaver, List<String> candidates, int scope) {
    this.loader = loader;
    this.weaver = weaver;
    this.candidates = candidates;
    values = new Values(scope);
  }

  /** The layout of a class that has objects, and those of the classes that its fields need. */
  Layout of(Class<?> type) {
    Layout known = layouts.get(type);
    if (known != null) {
      return known;
    }
    List<Place> own = new ArrayList<>();
    List<Field> cells = new ArrayList<>();
    collect(type, own, cells);
    Layout layout = new Layout(this, type, layouts.size(), own, cells);
    layouts.put(type, layout);
    for (int i = 0; i < layout.places.length; i++) {
      if (layout.places[i].kind == Kind.LINK) {
        layout.fitting[i] = fitting(layout.places[i].field.getType());
      }
    }
    return layout;
  }

  /** All that were asked for, in the order of their numbers. */
  List<Layout> all() {
    return new ArrayList<>(layouts.values());
  }

  /** All fields that are chosen or belong to extensions, in the order of their numbers. */
  List<Place> places() {
    return new ArrayList<>(places.values());
  }

  /** Fields that stay as they are made. */
  List<Field> unknown() {
    return unknown;
  }

  /** The field that an instruction names; null when there is none. */
  Field declared(int number) {
    String[] parts = weaver.name(number).split("#", 2);
    try {
      Class<?> type = Class.forName(parts[0], false, loader);
      for (; type != null; type = type.getSuperclass()) {
        for (Field field : type.getDeclaredFields()) {
          if (field.getName().equals(parts[1])) {
            return field;
          }
        }
      }
    } catch (ReflectiveOperationException | LinkageError missing) {
      // It is read of no object that was made here.
    }
    return null;
  }

  private void collect(Class<?> type, List<Place> own, List<Field> cells) {
    if (type == null || !isOfProgram(type)) {
      return;
    }
    collect(type.getSuperclass(), own, cells);
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        continue;
      }
      field.setAccessible(true);
      if (field.getName().equals(Weaver.CELL)) {
        cells.add(field);
      } else {
        Place place = places.get(field);
        place = place == null ? place(field) : place;
        if (place != null) {
          places.put(field, place);
          own.add(place);
        }
      }
    }
  }

  private Place place(Field field) {
    int number = places.size();
    if (field.isSynthetic()) {
      boolean isOuter = field.getName().startsWith("this$");
      return isOuter ? new Place(field, Kind.OUTER, number, null, null) : null;
    }
    Class<?> type = field.getType();
    if (isOfProgram(type) && !type.isEnum() && !type.isArray()) {
      return new Place(field, Kind.LINK, number, null, null);
    }
    Object[] few = values.of(type, false);
    if (few == null) {
      if (!unknown.contains(field)) {
        unknown.add(field);
      }
      return null;
    }
    boolean isFlag = type == boolean.class || type.isEnum();
    Kind kind = isFlag ? Kind.FLAG : Kind.NUMBER;
    return new Place(field, kind, number, few, values.of(type, true));
  }

  private boolean isOfProgram(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element.getClassLoader() == loader;
  }

  private Layout[] fitting(Class<?> type) {
    List<Layout> fitting = new ArrayList<>();
    if (hasObjects(type)) {
      fitting.add(of(type));
    }
    if (!Modifier.isFinal(type.getModifiers())) {
      for (String name : candidates) {
        Class<?> candidate = load(name);
        boolean fits = candidate != null && candidate != type && type.isAssignableFrom(candidate);
        if (fits && hasObjects(candidate)) {
          fitting.add(of(candidate));
        }
      }
    }
    return fitting.toArray(new Layout[0]);
  }

  private static boolean hasObjects(Class<?> type) {
    return !type.isInterface() && !type.isEnum() && !Modifier.isAbstract(type.getModifiers());
  }

  private Class<?> load(String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ReflectiveOperationException | LinkageError missing) {
      return null;
    }
  }
}
