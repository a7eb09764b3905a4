package org.palus.hook;

/**
 * Search mode: which edges of the code under test were passed, and how much longer it may run.
 *
 * <p>The native agent owns the memory: a map with one byte an edge, and the list of the edges
 * touched since it was last cleared (i32 count at +0, i32 edge ids from +8; as many as the map has
 * bytes fit). Fuel is a count, not a time, so that equal runs end equally.
 */
public final class Probe {
  private static final int LIST = 8;

  /** How many edges there can be; the list has room for twice as many. */
  private static final int EDGES = 1 << 20;

  private static long map;
  private static long touched;
  private static long progress;
  private static int fuel = Integer.MAX_VALUE;

  /** What is left behind {@link #fuel}, where that is only what comes before the next change of threads. */
  private static int reserve;

  /** What a row of an array of arrays takes, in bytes: its header, and the reference to it. */
  private static final long ROW = 20;

  /** The most that an array may take, and one of arrays with all of them, in bytes. */
  private static final long MOST = 64L << 20;

  /**
   * The most that the arrays of one call may take together, in bytes, whether they are still in use
   * or not: a heap that fills up is collected as a whole again and again, which takes the time of
   * some thousand sequences before there is no room at last.
   */
  private static final long MOST_TOGETHER = 128L << 20;

  /**
   * The most of one request for memory outside the heap, in bytes. It comes back when the collector
   * finds that nobody has its buffer any more, and while there is none the JDK asks the collector
   * and sleeps, for up to a second (JDK-6857566).
   */
  private static final long MOST_DIRECT = 16L << 20;

  /** What the arrays of the running call may still take, in bytes. */
  private static long room = MOST_TOGETHER;

  private Probe() {}

  /**
   * Says where the shared memory is; before this, probes do nothing.
   *
   * @param map address of the bytes, one an edge
   * @param touched address of the list of touched edges
   * @param progress address of an i64 that names the sequence being run
   */
  public static void configure(long map, long touched, long progress) {
    Probe.touched = touched;
    Probe.progress = progress;
    Probe.map = map;
  }

  /** An edge was passed; throws {@link FuelExhausted} when it was one too many. */
  public static void hit(int edge) {
    long map = Probe.map;
    if (map == 0) {
      return;
    }
    if (Memory.U.getByte(map + edge) == 0) {
      first(map, edge);
    }
    if (--fuel < 0) {
      spent();
    }
  }

  /** The same for one that is not counted. */
  public static void use() {
    if (--fuel < 0) {
      spent();
    }
  }

  private static void spent() {
    if (reserve <= 0) {
      throw FuelExhausted.INSTANCE;
    }
    slice();
    Preemption.happens();
  }

  /** The next change of threads comes behind so many probes as are drawn for it now. */
  static void slice() {
    int all = fuelLeft();
    fuel = Preemption.slice(all);
    reserve = all - fuel;
  }

  /**
   * An edge was passed that must not end the run: the start of an exception handler, which may
   * cover itself and would then catch its own end for ever.
   */
  public static void mark(int edge) {
    long map = Probe.map;
    if (map != 0 && Memory.U.getByte(map + edge) == 0) {
      first(map, edge);
    }
  }

  /**
   * An array of this length is about to be made.
   *
   * @param bytes of an element
   * @return the length
   * @throws OutOfMemoryError when it takes more than 64 MiB, or with those before it more than 128,
   *     as the virtual machine would throw it after it had looked for room
   */
  public static int length(int length, int bytes) {
    if (length > 0) {
      take((long) length * bytes);
    }
    return length;
  }

  /**
   * An array of so many arrays of this length is about to be made.
   *
   * @param bytes of an element
   * @throws OutOfMemoryError when all together take more than 64 MiB, or with the arrays before them
   *     more than 128
   */
  public static void area(int rows, int columns, int bytes) {
    // Of a negative length the virtual machine says so itself.
    if (rows > 0 && columns >= 0) {
      long row = ROW + (long) columns * bytes;
      take(row > MOST ? row : rows * row);
    }
  }

  /**
   * First thing where the JDK reserves memory outside the heap.
   *
   * @throws OutOfMemoryError when it is more than 16 MiB, as the JDK throws it where there is no room
   */
  public static void direct(long bytes) {
    if (bytes > MOST_DIRECT && Guard.watches()) {
      Guard.memory();
      throw new OutOfMemoryError("Cannot reserve direct buffer memory");
    }
  }

  private static void take(long bytes) {
    room -= Math.min(bytes, MOST_TOGETHER);
    if ((bytes > MOST || room < 0) && map != 0) {
      Guard.memory();
      throw new OutOfMemoryError("Java heap space");
    }
  }

  private static void first(long map, int edge) {
    Memory.U.putByte(map + edge, (byte) 1);
    int count = Memory.U.getInt(touched);
    Memory.U.putInt(touched + LIST + 4L * count, edge);
    Memory.U.putInt(touched, count + 1);
  }

  /** Sets how many probes may be passed from now on. Arrays may take as much as ever. */
  public static void refuel(int probes) {
    fuel = probes;
    reserve = 0;
    room = MOST_TOGETHER;
    if (Turn.isPreemptive()) {
      Preemption.begin();
    }
  }

  /** How many probes may still be passed; negative when the fuel ran out. */
  public static int fuelLeft() {
    return fuel + reserve;
  }

  /** How many different edges were passed since the last {@link #clear}. */
  public static int touchedCount() {
    return map == 0 ? 0 : Memory.U.getInt(touched);
  }

  /** The edge that was passed as number {@code index}. */
  public static int touchedEdge(int index) {
    return Memory.U.getInt(touched + LIST + 4L * index);
  }

  /** Forgets which edges were passed. */
  public static void clear() {
    keep(0);
  }

  /**
   * Forgets which edges were passed, but for the first {@code kept}; its cost grows with their
   * number, not with the map.
   */
  public static void keep(int kept) {
    int count = touchedCount();
    if (count <= kept) {
      return;
    }
    for (int i = kept; i < count; i++) {
      Memory.U.putByte(map + touchedEdge(i), (byte) 0);
    }
    Memory.U.putInt(touched, kept);
  }

  /**
   * Has edges that were passed count as new ones when they are passed once more: the list then names
   * them again. Nothing happens when the list is so long that not every edge has room in it.
   */
  public static void again() {
    int count = touchedCount();
    if (count <= EDGES) {
      for (int i = 0; i < count; i++) {
        Memory.U.putByte(map + touchedEdge(i), (byte) 0);
      }
    }
  }

  /** Tells the watchdog which sequence of the batch is being run. */
  public static void progress(long sequence) {
    if (progress != 0) {
      Memory.U.putLong(progress, sequence);
    }
  }
}
