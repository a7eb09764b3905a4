package org.palus.hook;

/**
 * The identity of objects. An object of a class that is loaded under the hooks carries it in a
 * field of its own: 0 before it is first seen, its number from 1 on when it is followed, below 0
 * when it is not (its class is sampled, or the model has given it up). Other objects are looked up
 * in {@link WeakIdentities}.
 */
final class Identity {
  /** The mark of an object that is not followed. */
  static final long NOT_FOLLOWED = -1;

  private Identity() {}

  /** The object's number if it is followed, something below 1 otherwise. */
  static long of(Object object, ClassFacts facts) {
    if (facts.offset == 0) {
      if (facts.isFollowed()) {
        return WeakIdentities.of(object, facts);
      }
      return facts.isOutside() ? Outside.of(object) : NOT_FOLLOWED;
    }
    long id = Memory.U.getLong(object, facts.offset);
    if (id > 0) {
      return Tables.isMuted(id) ? mute(object, facts, id) : id;
    }
    return id < 0 ? id : admit(object, facts);
  }

  /**
   * Calls on the object are left out from now on, unless another one has a part in them.
   *
   * @return whether it is of a class that is watched from its inside
   */
  static boolean giveUp(Object object) {
    ClassFacts facts = ClassFacts.of(object.getClass());
    if (facts.offset != 0) {
      Memory.U.putLong(object, facts.offset, NOT_FOLLOWED);
    } else if (!facts.isFollowed()) {
      WeakIdentities.giveUp(object);
      return false;
    }
    return true;
  }

  /** Follows an object whose construction is recorded, unless that was decided otherwise. */
  static long adopt(Object object, ClassFacts facts) {
    if (facts.offset == 0 || !facts.isFollowed()) {
      return of(object, facts);
    }
    long id = Memory.U.getLong(object, facts.offset);
    return id != 0 ? id : mark(object, facts, Buffer.ofThisThread().newId());
  }

  /** Sets the mark of an object whose construction is not recorded. */
  static void leaveOut(Object object, int offset) {
    long id = Memory.U.getLong(object, offset);
    // above 0 when a method that was called on it before its constructor was done has admitted it
    if (id >= 0) {
      Memory.U.putLong(object, offset, NOT_FOLLOWED);
    }
  }

  /** A copy that the virtual machine made has the identity of what it was copied from. */
  static void separate(Object original, Object copy) {
    if (copy == null || copy == original) {
      return;
    }
    ClassFacts facts = ClassFacts.of(copy.getClass());
    if (facts.offset != 0 && copy.getClass() == original.getClass()) {
      long id = Memory.U.getLong(copy, facts.offset);
      if (id > 0 && id == Memory.U.getLong(original, facts.offset)) {
        Memory.U.putLong(copy, facts.offset, 0);
      }
    }
  }

  private static long admit(Object object, ClassFacts facts) {
    Buffer buffer = Buffer.ofThisThread();
    boolean isDrawn = facts.isFollowed() && buffer.draws(Tables.classShift(facts.id));
    return mark(object, facts, isDrawn ? buffer.newId() : NOT_FOLLOWED);
  }

  /** Two threads may see an object first at the same time: one of them decides. */
  private static long mark(Object object, ClassFacts facts, long id) {
    boolean isFirst = Memory.U.compareAndSetLong(object, facts.offset, 0, id);
    return isFirst ? id : Memory.U.getLong(object, facts.offset);
  }

  private static long mute(Object object, ClassFacts facts, long id) {
    Memory.U.putLong(object, facts.offset, -id);
    return -id;
  }
}
