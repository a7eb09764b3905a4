package org.palus.hook;

/**
 * Whether a call that nobody followed has a part in is recorded on trial: it may return an object
 * that is followed, one that was made inside for instance, and then it belongs to that object's
 * history. When it does not, the record is taken back.
 *
 * <p>A method is tried until that was in vain {@code 64 << 4 * e} times in a row; then the only
 * cost left is a look at what it returns. If that is followed after all, the object is given up
 * (its history would lack a call), and the method is tried again, sixteen times longer. {@code e}
 * is at most 2, so that even of a method that is called millions of times, and once in a while
 * returns somebody who is followed, few calls are tried for nothing.
 *
 * <pre>
 * trial: bits 0..26 times in vain, 27..30 e, 31 set: not tried
 * </pre>
 */
final class Trial {
  private static final int OFF = 1 << 31;
  private static final int IN_VAIN = (1 << 27) - 1;
  private static final int LONGEST = 2;

  private Trial() {}

  static boolean isOn(int method) {
    return Tables.trial(method) >= 0;
  }

  /** The call returned nothing that is followed. */
  static void failed(int method) {
    int trial = Tables.trial(method) + 1;
    boolean isEnough = (trial & IN_VAIN) >= 64 << 4 * exponent(trial);
    Tables.setTrial(method, isEnough ? trial | OFF : trial);
  }

  /** The call returned an object that is followed. */
  static void succeeded(int method) {
    Tables.setTrial(method, exponent(Tables.trial(method)) << 27);
  }

  /** A call that was not recorded returned an object that is followed. */
  static void missed(int method) {
    int longer = Math.min(LONGEST, exponent(Tables.trial(method)) + 1);
    Tables.setTrial(method, longer << 27);
  }

  private static int exponent(int trial) {
    return trial >>> 27 & 15;
  }
}
