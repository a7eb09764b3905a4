package org.palus.hook;

/**
 * What code under test makes of the time that passes. Two readings a microsecond apart are equal or
 * in order on nearly every run, and on the one where the machine paused between them a test fails
 * that says so. So where tests are confirmed, each reading is one pause later than the last, and the
 * first far from those of the search: what says the day would fail on the next.
 */
public final class Clock {
  /** Longer than a machine is held up, shorter than what a program calls a long time. */
  private static final long PAUSE_MS = 10_000;

  /** Another year, another day of the week, another hour and another minute. */
  private static final long FAR_MS = ((463L * 24 + 7) * 60 + 13) * 60_000;

  private static final long NANOS_PER_MS = 1_000_000;

  /** So that of two readings the later one is later, by whatever clock and however that is rounded. */
  private static final long STEP_MS = 2;

  private static boolean leaps;

  /** Whether the clock goes on by its readings alone, from {@link #standing}. */
  private static boolean stands;

  /** The last reading of a clock that stands, in milliseconds. */
  private static long standing;

  /** Milliseconds that the next reading is ahead, without its own pause. */
  private static long ahead = FAR_MS;

  private Clock() {}

  /** From now on time leaps. */
  public static void leap() {
    leaps = true;
  }

  /**
   * From now on all readings are shortly behind an instant, in milliseconds. No time passes but with
   * the readings, so that all tests that are run meet the minute, and many the second.
   */
  public static void leapTo(long instant) {
    leaps = true;
    stands = true;
    standing = instant;
  }

  /** From now on the clock says the time. */
  public static void stay() {
    leaps = false;
  }

  /** From now on time leaps as if it had never been elsewhere. */
  public static void leapBack() {
    leaps = true;
    stands = false;
    ahead = FAR_MS;
  }

  /** Behind each {@code System.nanoTime()} of code under test. */
  public static long nanos(long now) {
    Facts.clock();
    return leaps ? now + paused() * NANOS_PER_MS : now;
  }

  /** Behind {@code VM.getNanoTimeAdjustment} of the JDK, which is -1 where it has to be asked again. */
  public static long adjustment(long now) {
    return now == -1 ? now : nanos(now);
  }

  /** Behind each {@code System.currentTimeMillis()} of code under test, and of the JDK's dates. */
  public static long millis(long now) {
    Facts.clock();
    return leaps ? now + paused() : now;
  }

  private static long paused() {
    if (stands) {
      standing += STEP_MS;
      return standing - System.currentTimeMillis();
    }
    ahead += PAUSE_MS;
    return ahead;
  }
}
