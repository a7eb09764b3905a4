package org.palus.hook;

import java.util.concurrent.ThreadLocalRandom;

/**
 * What the JDK draws anew in every virtual machine, drawn from a stream that is the same on every
 * run: the seeds of {@code java.util.Random} and of {@code ThreadLocalRandom}, and the bytes of the
 * operating system behind {@code SecureRandom}. The stream goes on from sequence to sequence, so a
 * sequence that hangs on it does not do the same twice.
 */
public final class Chance {
  /** SplitMix64: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014. */
  private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

  private static final long USUAL = 0x5EED;
  private static final long ELSEWHERE = 0x0BAD_5EED;

  /** Whose draws are steady; null is nobody. */
  private static Thread worker;

  private static long state = USUAL;

  private Chance() {}

  /** Lets the stream begin elsewhere, so that what hangs on it comes out otherwise. */
  public static void elsewhere() {
    state = ELSEWHERE;
  }

  /** Begins for this thread. */
  static void begin() {
    worker = Thread.currentThread();
    // A thread that has drawn nothing yet is given a seed when it first does.
    ThreadLocalRandom.current();
    long seed = Memory.U.objectFieldOffset(Thread.class, "threadLocalRandomSeed");
    Memory.U.putLong(worker, seed, next());
  }

  /**
   * In place of the clock in {@code new Random()}.
   *
   * @param uniquifier what is combined with it by an exclusive or
   */
  public static long clock(long uniquifier) {
    return Thread.currentThread() == worker ? uniquifier ^ next() : System.nanoTime();
  }

  /** First thing where {@code SecureRandom} asks the operating system; whether that was done. */
  public static boolean fill(byte[] bytes) {
    if (bytes == null || Thread.currentThread() != worker) {
      return false;
    }
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) next();
    }
    return true;
  }

  private static long next() {
    state += STEP;
    long mixed = (state ^ (state >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return mixed ^ (mixed >>> 31);
  }
}
