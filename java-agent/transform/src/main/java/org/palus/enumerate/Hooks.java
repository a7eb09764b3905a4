package org.palus.enumerate;

/** What woven methods tell. */
public final class Hooks {
  /** Reads, writes and turns of loops that one run may take. */
  private static final int FUEL = 1_000_000;

  private static Chooser chooser;
  private static Thread watched;
  private static int fuel;
  private static boolean hasWritten;

  private Hooks() {}

  /** Before a run of this thread: who chooses values for it. */
  static void begin(Chooser next) {
    chooser = next;
    fuel = FUEL;
    hasWritten = false;
    watched = Thread.currentThread();
  }

  /** Behind the run. */
  static void end() {
    watched = null;
  }

  /** Whether the last run wrote into a field of an object of the enumeration. */
  static boolean hasWritten() {
    return hasWritten;
  }

  /** A field is about to be read; {@code cell} is null of an object that somebody else made. */
  public static void read(Cell cell, int field) {
    if (Thread.currentThread() == watched) {
      burn();
      if (cell != null) {
        choose(cell, field);
      }
    }
  }

  /** A field is about to be written. */
  public static void wrote(Cell cell, int field) {
    if (cell != null && Thread.currentThread() == watched) {
      burn();
      hasWritten |= choose(cell, field);
    }
  }

  /** A loop turns. */
  public static void turn() {
    if (Thread.currentThread() == watched) {
      burn();
    }
  }

  private static boolean choose(Cell cell, int field) {
    int place = cell.layout.place(field);
    if (place >= 0) {
      chooser.read(cell, place);
    }
    return place >= 0;
  }

  private static void burn() {
    if (--fuel < 0) {
      throw new Exhausted();
    }
  }

  /** Ends a run that came to no end. */
  static final class Exhausted extends Error {
    private static final long serialVersionUID = 1;

    Exhausted() {
      super("no end", null, false, false);
    }
  }
}
