package org.palus.hook;

/**
 * Changes of threads in the middle of a call: in some orders who has the {@link Turn} may lose it where
 * it passes a probe. So a test is seen to hang on the order that would otherwise hang on it once in a
 * thousand runs.
 *
 * <p>Only where the thread has no lock, and initialises no class: another one that needs it would wait
 * for it in the virtual machine, where neither can be ended. The locks of {@code
 * java.util.concurrent} do not matter, who waits for those parks.
 */
final class Preemption {
  /** So often at most in a call of a sequence: what runs for long is not to take hundreds of changes. */
  private static final int MOST = 64;

  /** The longest way to the next change is two to the power of this, in probes. */
  private static final int LONGEST = 4;

  /** How many changes are left in the running call. */
  private static int left;

  private Preemption() {}

  /** A call begins, or its first thread: the first change is drawn. */
  static void begin() {
    left = MOST;
    Probe.slice();
  }

  /**
   * How many probes are passed before the next change.
   *
   * @param most how many may be passed at all; the answer where there is no change before
   */
  static int slice(int most) {
    if (left <= 0 || !Turn.isPreemptive()) {
      return most;
    }
    left--;
    // Short ways as often as long ones: what is to be met may be one probe away, or ten.
    return Math.min(most, Turn.draw(1 << Turn.draw(LONGEST)));
  }

  /** The probes are passed: another thread may have the turn. */
  static void happens() {
    Scheduled me = Turn.isPreemptive() && Threads.isOpen() ? Turn.mine() : null;
    if (me == null || !Turn.isOf(me) || me.isInside || !me.isReady() || !isFree()) {
      return;
    }
    Scheduled first = Turn.at(0);
    if (me != first && first.isReady() && Turn.draw(2) == 1) {
      // It looks at what the others do, so it is the one to see that something is half done.
      Turn.lend(me, first);
    } else {
      Turn.preempt(me);
    }
  }

  /** Whether the calling thread has entered no object's lock, and no static initialiser. */
  private static native boolean isFree();
}
