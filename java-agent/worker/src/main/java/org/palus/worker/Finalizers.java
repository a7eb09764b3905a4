package org.palus.worker;

import java.lang.reflect.Method;
import org.palus.hook.Guard;
import org.palus.hook.Probe;

/**
 * Runs the finalizers of what a sequence made, behind its end and on its thread: what they do to a
 * virtual machine that collects at some time is then known of the sequence.
 */
final class Finalizers {
  /** Probes that one of them may pass. */
  private static final int FUEL = 100_000;

  private Finalizers() {}

  /**
   * Whether one of them was stopped: it ends the virtual machine, starts threads, or never ends.
   * Those behind it are not run.
   */
  static boolean run() {
    boolean isStopped = false;
    for (Object object = Guard.taken(); object != null; object = Guard.taken()) {
      isStopped = isStopped || isStopped(object);
    }
    return isStopped;
  }

  private static boolean isStopped(Object object) {
    Method finalizer = finalizer(object.getClass());
    if (finalizer == null) {
      return false;
    }
    Guard.refused = Guard.NOTHING;
    Probe.refuel(FUEL);
    try {
      finalizer.invoke(object);
    } catch (Throwable ignored) { // so does the collector
    }
    boolean isStopped = Probe.fuelLeft() < 0 || Guard.refused != Guard.NOTHING;
    Probe.refuel(Integer.MAX_VALUE);
    return isStopped;
  }

  /** Null for those of the JDK, which are not ours to call. */
  private static Method finalizer(Class<?> type) {
    for (Class<?> at = type; at != null && at.getClassLoader() != null; at = at.getSuperclass()) {
      try {
        Method finalizer = at.getDeclaredMethod("finalize");
        finalizer.setAccessible(true);
        return finalizer;
      } catch (NoSuchMethodException inherited) {
        // the next one up
      } catch (RuntimeException | LinkageError closed) {
        return null;
      }
    }
    return null;
  }
}
