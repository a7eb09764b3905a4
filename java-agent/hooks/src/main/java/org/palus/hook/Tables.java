package org.palus.hook;

/**
 * What the native agent tells the hooks of record mode, in memory that both share: read on the hot
 * path, so each answer is one load. Layout: native/jvm/src/tables.rs.
 *
 * <p>Ids beyond the size of a table share places with others. That is harmless: what is in a place
 * decides how often something is recorded, never what is.
 */
final class Tables {
  /** A slot whose class keeps no identities in its objects, or not at one place. */
  static final int NO_OFFSET = -1;

  private static final int PLACES = 1 << 20;
  private static final int MUTED_PLACES = 1 << 18;
  private static final int FIELD_PLACES = 1 << 18;

  private static final int TRIALS = 4 * PLACES;
  private static final int METHOD_SHIFTS = TRIALS + 4 * PLACES;
  private static final int CLASS_SHIFTS = METHOD_SHIFTS + PLACES;
  private static final int MUTED = CLASS_SHIFTS + PLACES;

  private static final int GENERATION = MUTED + 8 * MUTED_PLACES;
  private static final int ARE_BUFFERS_SCARCE = GENERATION + 4;
  private static final int ARE_THREADS_SEVERAL = GENERATION + 8;
  private static final int FIELDS = GENERATION + 64;
  private static final int SKIPS = FIELDS + 8 * FIELD_PLACES;

  /** As many accesses of a field at one place are counted. */
  private static final long FIELD_LIMIT = 1000;

  private static final long BASE = Trace.tables();

  private Tables() {}

  /** Where in a receiver its identity is; 0 while not known yet. One slot is one loaded class. */
  static int offset(int slot) {
    return Memory.U.getInt(BASE + ((long) slot << 2));
  }

  static void setOffset(int slot, int offset) {
    Memory.U.putInt(BASE + ((long) slot << 2), offset);
  }

  /** What {@link Trial} knows of a method. */
  static int trial(int method) {
    return Memory.U.getInt(BASE + TRIALS + ((long) (method & PLACES - 1) << 2));
  }

  static void setTrial(int method, int trial) {
    Memory.U.putInt(BASE + TRIALS + ((long) (method & PLACES - 1) << 2), trial);
  }

  /** One in {@code 1 << shift} calls of a static method, or new objects of a constructor. */
  static int methodShift(int method) {
    return Memory.U.getByte(BASE + METHOD_SHIFTS + (method & PLACES - 1));
  }

  /**
   * Whether the next call of a static method is one of those to leave out. A look and a count,
   * without asking which thread this is: threads that count at once may leave out a few more.
   */
  static boolean skips(int method) {
    long at = BASE + SKIPS + ((long) (method & PLACES - 1) << 2);
    int left = Memory.U.getInt(at);
    if (left <= 0) {
      return false;
    }
    Memory.U.putInt(at, left - 1);
    return true;
  }

  /** From now on as many calls of a static method are left out before one is recorded. */
  static void setSkips(int method, int calls) {
    Memory.U.putInt(BASE + SKIPS + ((long) (method & PLACES - 1) << 2), calls);
  }

  /** One in {@code 1 << shift} objects of a class that are first seen outside a constructor. */
  static int classShift(int type) {
    return Memory.U.getByte(BASE + CLASS_SHIFTS + (type & PLACES - 1));
  }

  /** Changes when a class may be followed now that was not before. */
  static int generation() {
    return Memory.U.getInt(BASE + GENERATION);
  }

  /** Whether a virtual thread gives back its buffer whenever it can. */
  static boolean areBuffersScarce() {
    return Memory.U.getInt(BASE + ARE_BUFFERS_SCARCE) != 0;
  }

  /** Whether more than one thread that is alive has come to a hook. */
  static boolean areThreadsSeveral() {
    return Memory.U.getInt(BASE + ARE_THREADS_SEVERAL) != 0;
  }

  /**
   * Counts one more access of a field at a place in the program. Threads that count at once may
   * lose counts of each other, never all: to add atomically takes several times as long. Beyond a
   * limit nothing is written, so that the compilers can take the look out of loops.
   */
  static void countField(int access) {
    long at = BASE + FIELDS + ((long) access << 3);
    long count = Memory.U.getLong(at);
    if (count < FIELD_LIMIT) {
      Memory.U.putLong(at, count + 1);
    }
  }

  /** Whether the model has given up an object. */
  static boolean isMuted(long id) {
    return Memory.U.getLong(BASE + MUTED + ((id & MUTED_PLACES - 1) << 3)) == id;
  }
}
