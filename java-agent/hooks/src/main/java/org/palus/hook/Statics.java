package org.palus.hook;

import java.util.Arrays;

/**
 * States with the static fields in them: which classes of the code under test have some. Their
 * objects of type {@code Class}, where HotSpot keeps these fields, are a root of every state then,
 * in the order of the names. In record mode classes say themselves that they are in use; a worker
 * says it of those that it has loaded.
 */
public final class Statics {
  private static boolean areOn = Executions.withStatics();

  private static final Known KNOWN = new Known();

  private static volatile Class<?>[] classes = {};

  private Statics() {}

  /** A class with static fields is in use: what it calls when it is initialised, and in methods. */
  public static void of(Class<?> type) {
    try {
      KNOWN.get(type);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  /**
   * From now on the static fields of these classes are a part of states, of those that are
   * initialised and have some.
   *
   * @param loaded in the order of their names
   */
  public static void are(Class<?>[] loaded) {
    Class<?>[] inUse = new Class<?>[loaded.length];
    int count = 0;
    for (Class<?> type : loaded) {
      if (!Memory.U.shouldBeInitialized(type) && Snapshot.hasStatics(type)) {
        inUse[count++] = type;
      }
    }
    classes = Arrays.copyOf(inUse, count);
    areOn = true;
  }

  /** The roots, and behind them the classes, where they are wanted. */
  static Object[] with(Object[] roots) {
    if (!areOn) {
      return roots;
    }
    Object[] more = new Object[roots.length + 1];
    System.arraycopy(roots, 0, more, 0, roots.length);
    more[roots.length] = classes;
    return more;
  }

  /** Whether an object is such a class. */
  static boolean has(Object object) {
    if (areOn && object instanceof Class) {
      for (Class<?> type : classes) {
        if (type == object) {
          return true;
        }
      }
    }
    return false;
  }

  private static synchronized void add(Class<?> type) {
    Class<?>[] more = Arrays.copyOf(classes, classes.length + 1);
    int at = classes.length;
    while (at > 0 && more[at - 1].getName().compareTo(type.getName()) > 0) {
      more[at] = more[at - 1];
      at--;
    }
    more[at] = type;
    classes = more;
  }

  /** Adds each class once. */
  private static final class Known extends ClassValue<Boolean> {
    @Override
    protected Boolean computeValue(Class<?> type) {
      add(type);
      return true;
    }
  }
}
