package org.palus.worker;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * Finds members. Members of the code under test are callable whatever their access: the class path
 * is one open module; of the JDK's classes, what their modules export.
 */
final class Members {
  private static final int CONSTRUCTOR = 0;
  private static final int STATIC = 1;

  private Members() {}

  static Callable method(Class<?> owner, String name, MethodType type, int kind)
      throws ReflectiveOperationException {
    if (kind == CONSTRUCTOR && Modifier.isAbstract(owner.getModifiers())) {
      throw new InstantiationException("an abstract class has no instances of its own");
    }
    MethodHandle handle;
    try {
      handle = find(lookup(owner), owner, name, type, kind);
    } catch (IllegalAccessException e) {
      handle = reflect(owner, name, type, kind, e);
    }
    return new Callable(handle, kind != CONSTRUCTOR && kind != STATIC, false);
  }

  static Callable field(Class<?> owner, String name, Class<?> type)
      throws ReflectiveOperationException {
    return new Callable(lookup(owner).findStaticGetter(owner, name, type), false, false);
  }

  /** Sees as much of the class as can be: all, unless it is of a module that is not open. */
  static Lookup lookup(Class<?> owner) {
    Lookup own = MethodHandles.lookup();
    try {
      return MethodHandles.privateLookupIn(owner, own);
    } catch (IllegalAccessException e) {
      // Its module is not open. Not the public lookup: that refuses caller-sensitive methods.
      return own;
    }
  }

  private static MethodHandle find(
      Lookup lookup, Class<?> owner, String name, MethodType type, int kind)
      throws ReflectiveOperationException {
    switch (kind) {
      case CONSTRUCTOR:
        return lookup.findConstructor(owner, type);
      case STATIC:
        return lookup.findStatic(owner, name, type);
      default:
        return lookup.findVirtual(owner, name, type);
    }
  }

  private static MethodHandle reflect(
      Class<?> owner, String name, MethodType type, int kind, IllegalAccessException refused)
      throws ReflectiveOperationException {
    try {
      if (kind == CONSTRUCTOR) {
        Constructor<?> constructor = owner.getDeclaredConstructor(type.parameterArray());
        constructor.setAccessible(true);
        return MethodHandles.lookup().unreflectConstructor(constructor);
      }
      Method method = owner.getDeclaredMethod(name, type.parameterArray());
      method.setAccessible(true);
      return MethodHandles.lookup().unreflect(method);
    } catch (InaccessibleObjectException e) {
      throw refused;
    }
  }
}
