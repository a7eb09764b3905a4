package org.palus.hook;

import java.lang.ref.WeakReference;
import jdk.internal.vm.annotation.DontInline;

/**
 * What a look at objects needs to know of their class, and which class the last one had at each
 * place that looks: an argument or the result of a method. Most places see one class, and most
 * objects are not followed; so that is found out by a compare and a load, where {@link ClassFacts}
 * are several loads away.
 *
 * <p>The class is held weakly, as the table holds what places have seen for ever.
 */
final class Seen extends WeakReference<Class<?>> {
  private static final int PLACES = 1 << 15;

  /** How far apart the places of two methods are: most have fewer parameters. */
  private static final int POSITIONS = 4;

  private static final Seen[] LAST = new Seen[PLACES];

  /** Where objects of the class keep their identity; 0 when they do not, and are not followed. */
  private final int offset;

  /** When that was found out, for a class without a place: it may come to be followed. */
  private final int age;

  Seen(Class<?> type, int offset) {
    super(type);
    this.offset = offset;
    age = ClassFacts.age();
  }

  /** Whether an object that is not null is known at once not to be followed. */
  static boolean isLeftOut(Object object, int method, int position) {
    try {
      Seen last = LAST[place(method, position)];
      return last != null && last.get() == object.getClass() && last.isLeftOut(object);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return true;
  }

  private boolean isLeftOut(Object object) {
    return offset > 0 ? Memory.U.getLong(object, offset) < 0 : !isStale();
  }

  /** Whether a class that was not followed may be by now. */
  boolean isStale() {
    return offset == 0 && age != ClassFacts.age();
  }

  /**
   * Whether a call with this argument or result is to be recorded for the object's sake.
   *
   * @param object neither null nor a string nor a constant of an enum
   */
  @DontInline
  static boolean isFollowed(Object object, int method, int position) {
    try {
      ClassFacts facts = ClassFacts.of(object.getClass());
      LAST[place(method, position)] = facts.seen(object.getClass());
      return (facts.isFollowed() || facts.isOutside()) && Identity.of(object, facts) > 0;
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
    return false;
  }

  private static int place(int method, int position) {
    return method * POSITIONS + position & PLACES - 1;
  }
}
