package org.palus.hook;

import java.lang.reflect.Field;
import java.util.List;

/**
 * Writes down all objects that can be reached from some roots, by instance fields and array
 * elements, into memory of the native agent, which makes a state of them (native/state). The layout
 * of the words is in native/state/src/heap.rs. Everything is read by {@code Unsafe}: no method of
 * the program is called, no class is initialised, and no object is asked for its identity hash
 * code, which would give all later ones another. One thread at a time has the memory.
 *
 * <p>A plan has in its first word the number of the class's layout, from bit 32 its nature and from
 * bit 40 the tag of an array's elements; then a word for each field, its offset from bit 8, below
 * that its tag.
 */
public final class Snapshot {
  /** What is written down of an object: see {@code Nature} in native/state/src/heap.rs. */
  private static final int ARRAY = 1;

  private static final int CLASS = 2;

  /** The most objects, those inside of collections and strings among them. */
  private static final int MOST_OBJECTS = 60_000;

  /** So many are looked through one by one. More are found by where they are in memory. */
  private static final int SCANNED = 16;

  /** The collector may move objects meanwhile. So often it is tried again before all are scanned. */
  private static final int TRIES = 3;

  private static final int MOST_SCANNED = 4_000;
  private static final int HEADER = 3 * Long.BYTES;
  private static final char SEPARATOR = ';';

  /**
   * What stands in the second field of an immutable list or set of one element. The JDK cannot hold
   * a null there, so it is written down as one: as an object it could not be told from others.
   */
  private static final Object NO_ELEMENT = noElement();

  /** What arrays are filled with to see where their elements are. */
  private static final long PATTERN = 0x0807060504030201L;

  /** Where the first element of an array is, by the width of elements as a power of two. */
  private static final long[] FIRST = {
    first(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}),
    first(new short[] {0x0201, 0x0403, 0x0605, 0x0807, 9}),
    first(new int[] {0x04030201, 0x08070605, 9}),
    first(new long[] {PATTERN, 9})
  };

  private static final Plans PLANS = new Plans(Plans.FIELDS);

  /** Of classes that are named only: they need not be linked yet. */
  private static final Plans NAMES = new Plans(Plans.NAME);

  /** Of classes as objects with static fields. */
  private static final Plans STATICS = new Plans(Plans.STATIC_FIELDS);

  private static final long BASE = snapshotBuffer();
  private static final long END = BASE + snapshotBytes();

  /** Where the number of the thread is that has the memory; 0 when none has. */
  private static final long OWNER = Memory.U.allocateMemory(Long.BYTES);

  static {
    Memory.U.putLong(OWNER, 0);
  }

  private final boolean isScanning;
  private final Address address = new Address();
  private Object[] seen = new Object[SCANNED];
  private long[] addresses;
  private int[] table;
  private int count;
  private long at = BASE + HEADER;

  private Snapshot(boolean isScanning) {
    this.isScanning = isScanning;
  }

  /**
   * Hands the objects that the roots reach to the native agent, in a worker.
   *
   * @param place what the agent is to know the snapshot by
   */
  public static void take(Object[] roots, int place) {
    keepSnapshot(dump(Statics.with(roots)), place);
  }

  /** Whether a class has static fields that are state. */
  static boolean hasStatics(Class<?> type) {
    return STATICS.get(type).length > 1;
  }

  /** Hands over what a call begins with. */
  static void begins(Object[] roots, long thread, int depth, int method) {
    boolean isOurs = own(thread);
    try {
      long words = isOurs ? bounded(roots) : 0;
      Executions.begins(thread, depth, method, words);
      if (isOurs && !OpenCalls.ofThisThread().hasRoom() && words == 0) {
        OpenCalls.ofThisThread().cut();
      }
    } finally {
      disown(isOurs);
    }
  }

  /** Hands over what is there when it ends. */
  static void ends(Object[] roots, long thread, int depth, int method, int how, int thrown) {
    boolean isOurs = own(thread);
    try {
      Executions.ends(thread, depth, method, isOurs ? bounded(roots) : 0, how, thrown);
    } finally {
      disown(isOurs);
    }
  }

  /**
   * Waits for the memory. Whoever has it comes to an end without waiting for anybody: nothing of the
   * program is called meanwhile.
   *
   * @return false when this thread has it already
   */
  private static boolean own(long thread) {
    while (!Memory.U.compareAndSetLong(null, OWNER, 0, thread)) {
      if (Memory.U.getLong(OWNER) == thread) {
        return false;
      }
      Thread.yield();
    }
    return true;
  }

  private static void disown(boolean isOurs) {
    if (isOurs) {
      Memory.U.putLongRelease(null, OWNER, 0);
    }
  }

  /** The same as {@link #dump}, as long as the test that runs in this thread has not had too much. */
  private static long bounded(Object[] roots) {
    OpenCalls calls = OpenCalls.ofThisThread();
    if (!calls.hasRoom()) {
      return 0;
    }
    Object[] all = Statics.with(roots);
    long words = dump(all);
    if (words > 0 && Tables.areThreadsSeveral()) {
      words = compared(all, words);
    }
    calls.taken(words);
    return words;
  }

  /**
   * Reads the roots once more, and marks what came of it when it is not the same: another thread is
   * changing them.
   */
  private static long compared(Object[] roots, long first) {
    long bytes = first * Long.BYTES;
    long copy = Memory.U.allocateMemory(bytes);
    Memory.U.copyMemory(null, BASE, null, copy, bytes);
    long words = dump(roots);
    boolean isSame = words == first;
    for (long i = 0; isSame && i < bytes; i += Long.BYTES) {
      isSame = Memory.U.getLong(BASE + i) == Memory.U.getLong(copy + i);
    }
    Memory.U.freeMemory(copy);
    if (words > 0 && !isSame) {
      Memory.U.putLong(BASE + Long.BYTES, 1);
    }
    return words;
  }

  /** Writes down what the roots reach: how many words there are, 0 when it was too much. */
  private static long dump(Object[] roots) {
    for (int i = 0; ; i++) {
      Snapshot snapshot = new Snapshot(i == TRIES);
      boolean fits = snapshot.write(roots);
      if (!fits || snapshot.isSure()) {
        return fits ? (snapshot.at - BASE) / Long.BYTES : 0;
      }
    }
  }

  /** {@code Unsafe} tells it too, by a method that returns another type from JDK to JDK. */
  private static long first(Object array) {
    long offset = Integer.BYTES;
    while (Memory.U.getLong(array, offset) != PATTERN) {
      offset += Integer.BYTES;
    }
    return offset;
  }

  /** Null for a JDK that has none: there it is null already. */
  private static Object noElement() {
    Class<?> declaring = List.of().getClass().getEnclosingClass();
    try {
      Field field = declaring.getDeclaredField("EMPTY");
      return Memory.reference(Memory.U.staticFieldBase(field), Memory.U.staticFieldOffset(field));
    } catch (NoSuchFieldException e) {
      return null;
    }
  }

  private static native long snapshotBuffer();

  private static native long snapshotBytes();

  private static native String snapshotLayout(Class<?> type, int what);

  /** Takes the words over; 0 when it was too much. */
  private static native void keepSnapshot(long words, int place);

  private boolean write(Object[] roots) {
    for (Object root : roots) {
      reference(root);
    }
    for (int i = 0; i < count; i++) {
      if (!object(seen[i])) {
        return false;
      }
    }
    Memory.U.putLong(BASE, count);
    Memory.U.putLong(BASE + Long.BYTES, 0);
    Memory.U.putLong(BASE + 2 * Long.BYTES, roots.length);
    return true;
  }

  /** Whether no object was taken for two because it was moved. */
  private boolean isSure() {
    for (int i = 0; table != null && i < count; i++) {
      if (address.of(seen[i]) != addresses[i]) {
        return false;
      }
    }
    return true;
  }

  private void word(long word) {
    Memory.U.putLong(at, word);
    at += Long.BYTES;
  }

  private void reference(Object object) {
    word(object == null || object == NO_ELEMENT ? 0 : 1 + number(object));
  }

  /** False when it is too much. */
  private boolean object(Object object) {
    long[] plan =
        Statics.has(object) ? STATICS.get((Class<?>) object) : PLANS.get(object.getClass());
    int nature = (int) (plan[0] >>> 32) & 0xFF;
    if (count > (isScanning ? MOST_SCANNED : MOST_OBJECTS) || !fits(plan.length + 1L)) {
      return false;
    }
    long layout = plan[0] & 0xFFFFFFFFL;
    if (nature == ARRAY) {
      return array(object, layout, (int) (plan[0] >>> 40) & 0xFF);
    }
    word(layout);
    if (nature == CLASS) {
      word(NAMES.get((Class<?>) object)[0] & 0xFFFFFFFFL);
    }
    for (int i = 1; i < plan.length; i++) {
      field(object, plan[i] >>> 8, (int) plan[i] & 0xFF);
    }
    return true;
  }

  private boolean fits(long words) {
    return words <= (END - at) / Long.BYTES;
  }

  private void field(Object object, long offset, int tag) {
    switch (tag) {
      case Tags.BOOLEAN:
      case Tags.BYTE:
        word(Memory.U.getByte(object, offset));
        break;
      case Tags.CHAR:
      case Tags.SHORT:
        word(Memory.U.getShort(object, offset));
        break;
      case Tags.INT:
      case Tags.FLOAT:
        word(Memory.U.getInt(object, offset));
        break;
      case Tags.LONG:
      case Tags.DOUBLE:
        word(Memory.U.getLong(object, offset));
        break;
      default:
        reference(Memory.reference(object, offset));
    }
  }

  private boolean array(Object array, long layout, int tag) {
    if (tag == Tags.OBJECT) {
      Object[] elements = (Object[]) array;
      if (!fits(1L + elements.length)) {
        return false;
      }
      word(layout | (long) elements.length << 32);
      for (Object element : elements) {
        reference(element);
      }
      return true;
    }
    int length = Elements.length(array, tag);
    long bytes = (long) length << Elements.logWidth(tag);
    long words = (bytes + Long.BYTES - 1) / Long.BYTES;
    if (!fits(1 + words)) {
      return false;
    }
    word(layout | (long) length << 32);
    if (words > 0) {
      // what lies behind the elements is zero
      Memory.U.putLong(at + (words - 1) * Long.BYTES, 0);
      Memory.U.copyMemory(array, FIRST[Elements.logWidth(tag)], null, at, bytes);
      at += words * Long.BYTES;
    }
    return true;
  }

  /** The number of an object, the next one when it is new. */
  private int number(Object object) {
    if (table == null) {
      for (int i = 0; i < count; i++) {
        if (seen[i] == object) {
          return i;
        }
      }
      if (isScanning || count < SCANNED) {
        return add(object);
      }
      addresses = new long[2 * SCANNED];
      table = new int[4 * SCANNED];
      for (int i = 0; i < count; i++) {
        addresses[i] = address.of(seen[i]);
      }
      fillTable();
    }
    long where = address.of(object);
    int place = place(where);
    while (table[place] != 0) {
      if (seen[table[place] - 1] == object) {
        return table[place] - 1;
      }
      place = place + 1 & table.length - 1;
    }
    if (count == addresses.length) {
      long[] more = new long[2 * count];
      System.arraycopy(addresses, 0, more, 0, count);
      addresses = more;
    }
    addresses[count] = where;
    table[place] = count + 1;
    int number = add(object);
    if (2 * count > table.length) {
      table = new int[2 * table.length];
      fillTable();
    }
    return number;
  }

  private int add(Object object) {
    if (count == seen.length) {
      Object[] more = new Object[2 * count];
      System.arraycopy(seen, 0, more, 0, count);
      seen = more;
    }
    seen[count] = object;
    return count++;
  }

  private void fillTable() {
    for (int i = 0; i < count; i++) {
      int place = place(addresses[i]);
      while (table[place] != 0) {
        place = place + 1 & table.length - 1;
      }
      table[place] = i + 1;
    }
  }

  private int place(long where) {
    return (int) (where * 0x9E3779B97F4A7C15L >>> 40) & table.length - 1;
  }

  /** Where objects are at the moment, as the virtual machine writes it into a field. */
  private static final class Address {
    private static final long FIELD = Memory.U.objectFieldOffset(Address.class, "object");

    /** Two references beside each other take four bytes each, or eight. */
    private static final boolean IS_SHORT =
        Math.abs(FIELD - Memory.U.objectFieldOffset(Address.class, "neighbour")) == Integer.BYTES;

    private Object object;
    private Object neighbour;

    long of(Object object) {
      this.object = object;
      return IS_SHORT ? Memory.U.getInt(this, FIELD) : Memory.U.getLong(this, FIELD);
    }
  }

  /** How objects of a class are written down, found out once and kept with the class. */
  private static final class Plans extends ClassValue<long[]> {
    /** Layout in two characters, nature, tag of elements. */
    private static final int HEAD = 4;

    /** What of a class is asked for: see native/jvm/src/states.rs. */
    static final int NAME = 0;

    static final int FIELDS = 1;
    static final int STATIC_FIELDS = 2;

    private final int what;

    Plans(int what) {
      this.what = what;
    }

    /**
     * The agent's answer goes on with each field: superclasses up from the class, tag, and the
     * name, ended by a semicolon, which no name holds (JVMS 4.2.2).
     */
    @Override
    protected long[] computeValue(Class<?> type) {
      String layout = snapshotLayout(type, what);
      int fields = 0;
      for (int i = HEAD; i < layout.length(); i = layout.indexOf(SEPARATOR, i + 2) + 1) {
        fields++;
      }
      long[] plan = new long[1 + fields];
      plan[0] =
          layout.charAt(0)
              | (long) layout.charAt(1) << 16
              | (long) layout.charAt(2) << 32
              | (long) layout.charAt(3) << 40;
      int start = HEAD;
      for (int i = 1; i <= fields; i++) {
        int end = layout.indexOf(SEPARATOR, start + 2);
        Class<?> declaring = type;
        for (int up = layout.charAt(start); up > 0; up--) {
          declaring = declaring.getSuperclass();
        }
        long offset = offset(declaring, layout.substring(start + 2, end));
        plan[i] = offset << 8 | layout.charAt(start + 1);
        start = end + 1;
      }
      return plan;
    }

    private long offset(Class<?> declaring, String name) {
      if (what != STATIC_FIELDS) {
        return Memory.U.objectFieldOffset(declaring, name);
      }
      try {
        return Memory.U.staticFieldOffset(declaring.getDeclaredField(name));
      } catch (NoSuchFieldException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
