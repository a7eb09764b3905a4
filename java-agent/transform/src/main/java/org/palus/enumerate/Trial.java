package org.palus.enumerate;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Calls the method that accepts structures. */
final class Trial {
  private static final String ENDLESS = "it came to no end";
  private static final String CHANGES = "it changed its object";

  private final MethodHandle method;

  /** How often it did what it should not, by what. */
  private final Map<String, Long> odd = new TreeMap<>();

  Trial(Method method) throws IllegalAccessException {
    method.setAccessible(true);
    this.method =
        MethodHandles.lookup()
            .unreflect(method)
            .asType(MethodType.methodType(boolean.class, Object.class));
  }

  /** The name of the method of that kind; null when there is none. */
  static Method find(Class<?> type, String name) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Method method : at.getDeclaredMethods()) {
        boolean isMeant = name == null ? isUsual(method.getName()) : method.getName().equals(name);
        if (isMeant && method.getReturnType() == boolean.class && method.getParameterCount() == 0) {
          return method;
        }
      }
    }
    return null;
  }

  private static boolean isUsual(String name) {
    return name.equals("repOk") || name.equals("repOK");
  }

  /** Whether it returns true, having changed none of the objects. */
  boolean accepts(Chooser chooser, Object receiver, Collection<Cell> cells) {
    Hooks.begin(chooser);
    boolean isAccepted;
    try {
      isAccepted = (boolean) method.invokeExact(receiver);
    } catch (Hooks.Exhausted endless) {
      return refuse(ENDLESS);
    } catch (Throwable thrown) {
      return refuse("it threw " + thrown.getClass().getName());
    } finally {
      Hooks.end();
    }
    if (Hooks.hasWritten()) {
      for (Cell cell : cells) {
        if (cell.isChanged()) {
          return refuse(CHANGES);
        }
      }
    }
    return isAccepted;
  }

  private boolean refuse(String reason) {
    odd.merge(reason, 1L, Long::sum);
    return false;
  }

  /** What it did, with how often. */
  Map<String, Long> odd() {
    return odd;
  }
}
