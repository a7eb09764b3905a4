package org.palus.hook;

/**
 * Tells by one load that an object never had its identity hash asked for, and so is in no table by
 * identity.
 *
 * <p>HotSpot keeps that hash in the first word of an object while nobody uses it as a monitor
 * (markWord.hpp): the lowest three bits are then 001, and the bits of the hash are zero until it is
 * asked for. Where they are differs from release to release, so it is found out on two objects when
 * this class is initialised. Where it cannot be found out, every object may have a hash.
 */
final class Headers {
  private static final long HASH_BITS = 0x7FFFFFFFL;
  private static final long LOCK_BITS = 7;
  private static final long UNLOCKED = 1;

  /** The bits that are {@link #UNLOCKED} in an object without hash; 0 when they are not known. */
  private static final long MASK = mask();

  private Headers() {}

  /** False for an object that has one, and for one of which that cannot be told. */
  static boolean hasNoHash(Object object) {
    return (Memory.U.getLong(object, 0L) & MASK) == UNLOCKED;
  }

  private static long mask() {
    int place = place(new Object());
    boolean isSure = place > 0 && place == place(new Object());
    return isSure ? HASH_BITS << place | LOCK_BITS : 0;
  }

  /** The lowest bit of the hash in the word, 0 when it is not there. */
  private static int place(Object fresh) {
    long before = Memory.U.getLong(fresh, 0L);
    long hash = System.identityHashCode(fresh);
    long after = Memory.U.getLong(fresh, 0L);
    for (int place = 3; place <= 33; place++) {
      if ((before & (HASH_BITS << place | LOCK_BITS)) == UNLOCKED
          && (before | hash << place) == after) {
        return place;
      }
    }
    return 0;
  }
}
