package org.palus.hook;

/**
 * Whose turn it is, of the threads of a sequence: one of them has it, and keeps it until it waits or
 * ends. So what comes out is decided by the sequence and by {@link #order}, and not by the machine.
 *
 * <p>Whoever has the turn is the only one that changes what is here, but for two kinds of threads: one
 * whose deadline has come, and one that got a lock. Those make themselves ready first and take the
 * turn then if nobody has it; who leaves it to nobody looks once more for those that are ready.
 */
public final class Turn {
  /** A thread that was started goes on behind the one that started it. */
  public static final int STARTER_FIRST = 0;

  /** It runs first. */
  public static final int STARTED_FIRST = 1;

  /** As {@link #STARTER_FIRST}, and the next call of the sequence does not wait for it either. */
  public static final int SEQUENCE_FIRST = 2;

  /** Added: of several that are ready the youngest comes next, and not the one that waits longest. */
  public static final int BACKWARDS = 4;

  /**
   * Added: who comes next is drawn, and whether who has started a thread, or whose call has come back,
   * gives up its turn.
   */
  public static final int DRAWN = 8;

  /** Added to {@link #DRAWN}: threads change in the middle of calls as well, see {@link Preemption}. */
  public static final int PREEMPTIVE = 16;

  /** From this bit on {@link #order} says which of the drawn orders it is. */
  public static final int DRAWN_SHIFT = 5;

  /** So many threads a sequence may start; what starts more is no test that anybody wants. */
  static final int MOST = 48;

  static final long NANOS_A_MILLISECOND = 1_000_000;

  /** So long all of a sequence's threads may wait for the clock together, in nanoseconds. */
  private static final long LONGEST_REST = 100_000_000;

  /** How long a thread waits for its turn before it looks again, in nanoseconds: it is not to seem to wait for ever. */
  private static final long LOOK = 10_000_000_000L;

  /** How often it is looked whether a thread that ended is gone, before that is left to itself. */
  private static final int LOOKS = 1000;

  /** How often it is looked whether a thread has got a lock, before it is taken for one that waits. */
  private static final int LOCK_LOOKS = 500;

  /** How long such a look takes, in nanoseconds. */
  private static final long A_LOOK = 20_000;

  /** Held for a moment by who leaves the turn to nobody, or takes it then. */
  private static final Object IDLE = new Object();

  /** How threads take turns: the constants above. */
  public static int order;

  private static final Scheduled[] ALL = new Scheduled[MOST + 1];

  /** How many threads there are, with the one that runs the sequence; 0 before any is started. */
  private static volatile int count;

  /** Who has the turn; null while all wait for the clock, or for a lock. */
  private static volatile Scheduled running;

  /** Who is to have the turn as soon as its lock is free. */
  private static volatile Scheduled called;

  /** What is drawn next, where orders are. */
  private static long dice;

  /** Threads are being ended: they take no turns beside those. */
  private static boolean isClosing;

  /** How long the threads of the sequence may still wait for the clock together, in nanoseconds. */
  private static long rest = LONGEST_REST;

  private Turn() {}

  /** How many threads there are, with the one that runs the sequence; 0 before any is started. */
  static int count() {
    return count;
  }

  /** One of them, in the order in which they were started; 0 is the one that runs the sequence. */
  static Scheduled at(int index) {
    return ALL[index];
  }

  /** Whether the thread has the turn. */
  static boolean isOf(Scheduled one) {
    return running == one;
  }

  /** Whether threads are being ended. */
  static boolean isClosing() {
    return isClosing;
  }

  /** Whether the running sequence takes its turns in a drawn order. */
  static boolean isDrawn() {
    return dice != 0;
  }

  /** Another thread belongs to the sequence, with the calling one where that is the first. */
  static void add(Thread thread) {
    if (count == 0) {
      ALL[0] = new Scheduled(Thread.currentThread(), Scheduled.READY);
      running = ALL[0];
      count = 1;
    }
    if (dice == 0 && (order & DRAWN) != 0) {
      dice = (order >>> DRAWN_SHIFT) + 1;
    }
    ALL[count] = new Scheduled(thread, Scheduled.NEW);
    count++;
    if (isPreemptive()) {
      Preemption.begin();
    }
  }

  /** From now on threads are ended, or no longer. */
  static void close(boolean is) {
    isClosing = is;
    dice = 0;
  }

  static void swap(int one, int other) {
    Scheduled first = ALL[one];
    ALL[one] = ALL[other];
    ALL[other] = first;
  }

  /** The first threads go on into the next sequence, where there is more than one; the others have ended. */
  static void keep(int kept) {
    int all = count;
    count = kept == 1 ? 0 : kept;
    running = kept == 1 ? null : new Scheduled(Thread.currentThread(), Scheduled.READY);
    ALL[0] = running;
    for (int i = kept; i < all; i++) {
      ALL[i] = null;
    }
    rest = LONGEST_REST;
  }

  /** Whether threads change in the middle of calls. */
  static boolean isPreemptive() {
    return isDrawn() && (order & PREEMPTIVE) != 0 && !isClosing;
  }

  /** The turn goes to that thread, and comes back when it comes back. */
  static void lend(Scheduled me, Scheduled other) {
    note(me);
    hand(me, other);
    rest(me);
  }

  /** The turn goes to who is next, which may be the same thread. */
  static void preempt(Scheduled me) {
    // Before it is chosen who is next.
    note(me);
    hand(me, next(me));
    rest(me);
  }

  /** Gives up the turn, or does not. */
  static void offer(Scheduled me) {
    if (draw(2) == 1) {
      preempt(me);
    }
  }

  /** A number from 1 to so many. */
  static int draw(int most) {
    // Numerical Recipes' quick generator; its upper bits are the better ones.
    dice = dice * 6364136223846793005L + 1442695040888963407L;
    return 1 + (int) ((dice >>> 33) % most);
  }

  /**
   * Without its turn this thread has got a lock. Who is to go on next and waits for that lock cannot, so
   * the turn is this one's.
   */
  private static void claim(Scheduled me) {
    synchronized (IDLE) {
      Scheduled next = called == null ? running : called;
      Object needed = next == null ? null : next.lock == null ? next.released : next.lock;
      if (next != me && needed != null && Thread.holdsLock(needed)) {
        next.owner = me;
        called = null;
        running = me;
      }
    }
  }

  /** The calling thread's; null where it is none of the sequence, or has none beside it. */
  static Scheduled mine() {
    return count > 0 ? find(Thread.currentThread()) : null;
  }

  static Scheduled find(Thread thread) {
    for (int i = count - 1; i >= 0; i--) {
      Scheduled one = ALL[i];
      if (one != null && one.thread == thread) {
        return one;
      }
    }
    return null;
  }

  /** How long it still waits, in nanoseconds; {@link Scheduled#NEVER} where no clock ends that. */
  static long left(Scheduled me) {
    boolean isTimed = me.deadline != Scheduled.NEVER && me.isWaiting();
    return isTimed ? me.deadline - System.nanoTime() : Scheduled.NEVER;
  }

  /** Another thread, of the sequence or not, has ended its wait. */
  static void wake(Scheduled other) {
    // It may have been started by an earlier sequence.
    Facts.threads();
    ready(other);
    Memory.U.unpark(other.thread);
  }

  /** It could run, and does where nobody has the turn. */
  static void ready(Scheduled one) {
    synchronized (IDLE) {
      one.state = Scheduled.READY;
      if (running == null) {
        running = one;
      }
    }
  }

  /** Gives up the turn to the next that is ready. */
  static void pass(Scheduled me) {
    note(me);
    Scheduled next = next(me);
    if (next == null) {
      me.isInside = true;
      next = leave(me);
      me.isInside = false;
    }
    if (next != null) {
      hand(me, next);
    }
  }

  /** Who is notified while this one keeps the lock is not ready. */
  static void note(Scheduled me) {
    boolean releases = me.state == Scheduled.WAITING;
    for (int i = 0; i < count; i++) {
      Object lock = ALL[i].lock;
      if (lock != null && !(releases && lock == me.lock) && Thread.holdsLock(lock)) {
        ALL[i].owner = me;
      }
    }
  }

  /** Of those that are ready the next, in the order in which they were started unless another is wanted; null when there is none. */
  private static Scheduled next(Scheduled me) {
    if (ALL[0].lends && ALL[0].isReady()) {
      return ALL[0];
    }
    boolean isBackwards = (order & BACKWARDS) != 0;
    int from = dice != 0 ? draw(count) : isBackwards ? 0 : place(me) + 1;
    for (int i = 0; i < count; i++) {
      Scheduled one = ALL[isBackwards ? count - 1 - i : (from + i) % count];
      if (one.isReady()) {
        return one;
      }
    }
    return ALL[0].state == Scheduled.SETTLING ? ALL[0] : null;
  }

  /**
   * Waits a moment for those that are kept waiting for a lock. Who lets go of one does not learn who gets it: that takes the virtual
   * machine some microseconds, and a loaded machine some milliseconds.
   *
   * @return whether one of them has got its lock, and could run
   */
  static boolean isLockTaken() {
    for (int i = 0; i < LOCK_LOOKS; i++) {
      boolean isAnyBlocked = false;
      for (int j = 1; j < count; j++) {
        if (ALL[j].isReady()) {
          return true;
        }
        isAnyBlocked |= ALL[j].state == Scheduled.BLOCKED;
      }
      if (!isAnyBlocked) {
        return false;
      }
      Memory.U.park(false, A_LOOK);
    }
    return false;
  }

  private static int place(Scheduled me) {
    int place = 0;
    while (ALL[place] != me) {
      place++;
    }
    return place;
  }

  /**
   * Leaves the turn to who is ready first, where it is worth waiting for that: for the clock, or for a
   * lock.
   *
   * @return who has it now: where nobody would ever go on, the thread that runs the sequence, to be
   *     stopped
   */
  private static Scheduled leave(Scheduled me) {
    Scheduled first = ALL[0];
    synchronized (IDLE) {
      Scheduled next = next(me);
      if (next != null) {
        return next;
      }
      long wait = Scheduled.NEVER;
      boolean isBlocked = false;
      for (int i = 0; i < count; i++) {
        wait = Math.min(wait, left(ALL[i]));
        isBlocked |= ALL[i].state == Scheduled.BLOCKED;
      }
      if (isBlocked || wait <= rest) {
        rest -= isBlocked ? 0 : Math.max(wait, 0);
        running = null;
        return null;
      }
    }
    Guard.waits();
    first.stopped = true;
    first.state = Scheduled.READY;
    first.owner = null;
    return first;
  }

  static void hand(Scheduled me, Scheduled other) {
    if (other == me) {
      return;
    }
    other.released = me.state == Scheduled.WAITING ? me.lock : null;
    other.gone = me.state == Scheduled.ENDED && !me.isAwaited ? me.thread : null;
    Object lock = other.lock;
    if (lock == null) {
      running = other;
      Memory.U.unpark(other.thread);
      return;
    }
    me.isInside = true;
    called = other;
    synchronized (lock) {
      // It waits, and has not just woken up by the clock.
      if (comes(other)) {
        // Not notified: of several that wait for the same object only this one wakes up.
        other.thread.interrupt();
      }
    }
    me.isInside = false;
  }

  /** Whether the turn is that of the thread that was called, and nobody has claimed it. */
  private static boolean comes(Scheduled other) {
    synchronized (IDLE) {
      if (called != other) {
        return false;
      }
      called = null;
      running = other;
      return true;
    }
  }

  /** Waits for the turn, and stops where that was asked for meanwhile. */
  static void rest(Scheduled me) {
    queue(me);
    check(me);
  }

  static void check(Scheduled me) {
    if (me.stopped) {
      me.stopped = me != ALL[0];
      throw Stopped.INSTANCE;
    }
  }

  /** Waits for the turn. */
  static void queue(Scheduled me) {
    boolean isMine = false;
    while (!isMine) {
      try {
        while (running != me) {
          idle(me);
        }
        pick(me);
        isMine = running == me;
      } catch (Throwable late) { // thrown by the watchdog
        Probe.refuel(0);
        me.stopped = true;
        ready(me);
      }
    }
    me.state = Scheduled.READY;
    me.deadline = Scheduled.NEVER;
    Thread gone = me.gone;
    me.gone = null;
    for (int i = 0; i < LOOKS && gone != null && gone.isAlive() && !Thread.holdsLock(gone); i++) {
      // It may still need a lock of the JDK's, such as that of its group.
      Memory.U.park(false, A_LOOK);
    }
    for (int i = 0; i < count; i++) {
      if (ALL[i].owner == me) {
        ALL[i].owner = null;
      }
    }
    if (me.interrupted) {
      me.interrupted = false;
      me.thread.interrupt();
    }
  }

  /** Who had the turn was about to release a lock, which another may be faster to get: the turn is its then. */
  private static void pick(Scheduled me) {
    Object released = me.released;
    if (released != null) {
      me.isInside = true;
      synchronized (released) {
        me.isInside = false;
        me.released = null;
      }
    }
  }

  private static void idle(Scheduled me) {
    long left = left(me);
    if (left <= 0) {
      ready(me);
      return;
    }
    if (me.holdsOn) {
      claim(me);
      left = Math.min(left, NANOS_A_MILLISECOND);
    }
    long most = Math.min(left, LOOK);
    if (me.lock == null) {
      Memory.U.park(false, most);
      return;
    }
    me.isInside = true;
    try {
      me.lock.wait(most / NANOS_A_MILLISECOND + 1);
    } catch (InterruptedException turn) {
      // The program's interrupts do not come here.
      return;
    } finally {
      me.isInside = false;
    }
  }
}
