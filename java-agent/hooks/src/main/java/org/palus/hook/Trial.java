package org.palus.hook;

/**
 * Whether a call that nobody followed has a part in is recorded on trial: it may return an object
 * that is followed, one that was made inside for instance, and then it belongs to that object's
 * history. When it does not, the record is taken back.
 *
 * <p>A method is tried until that was in vain {@code 64 << 4 * e} times, less 1024 for each time
 * that it was not; then the only cost left is a look at what it returns. If that is followed after
 * all, the object is given up (its history would lack a call), and the method is tried again,
 * sixteen times longer. From the third time on the trials are not longer, but more such objects
 * must come before: 16, then 256. So methods that are called millions of times, and return a
 * followed object once in thousands, arithmetic on objects for instance, are seldom tried for
 * nothing.
 *
 * <pre>
 * trial: bits 0..26 times in vain, or objects given up while it is not tried, 27..30 e, 31 set: not tried
 * </pre>
 */
final class Trial {
  private static final int OFF = 1 << 31;
  private static final int COUNT = (1 << 27) - 1;

  /** The length of trials grows up to this {@code e}. */
  private static final int LONGEST = 2;

  /** The number of objects that come before them grows up to this one. */
  private static final int RAREST = 4;

  /** How many times in vain one success makes up for. */
  private static final int WORTH = 1024;

  private Trial() {}

  static boolean isOn(int method) {
    return Tables.trial(method) >= 0;
  }

  /** The call returned nothing that is followed. */
  static void failed(int method) {
    int trial = Tables.trial(method) + 1;
    boolean isEnough = (trial & COUNT) >= 64 << 4 * Math.min(LONGEST, exponent(trial));
    Tables.setTrial(method, isEnough ? trial & ~COUNT | OFF : trial);
  }

  /** The call returned an object that is followed. */
  static void succeeded(int method) {
    int trial = Tables.trial(method);
    Tables.setTrial(method, trial - Math.min(WORTH, trial & COUNT));
  }

  /** A call that was not recorded returned an object that is followed. */
  static void missed(int method) {
    int trial = Tables.trial(method) + 1;
    int next = Math.min(RAREST, exponent(trial) + 1);
    boolean isEnough = (trial & COUNT) >= 1 << 4 * Math.max(0, next - LONGEST);
    Tables.setTrial(method, isEnough ? next << 27 : trial);
  }

  private static int exponent(int trial) {
    return trial >>> 27 & 15;
  }
}
