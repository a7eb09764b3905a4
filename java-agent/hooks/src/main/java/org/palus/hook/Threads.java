package org.palus.hook;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.locks.LockSupport;
import jdk.internal.misc.Unsafe;

/**
 * Runs the threads of a sequence one at a time. They are real ones, but only one of them has its
 * turn, and it keeps that until it waits or ends: what comes out is decided by the sequence and by
 * {@link #order}, and not by the machine.
 *
 * <p>The thread that runs the sequences is the first. When its call has come back it lets the others
 * run until each of them waits or has ended; {@link #finish} ends those that are left behind a sequence,
 * but for idle ones of the JDK's common pool.
 *
 * <p>Whoever has the turn is the only one that changes what is here, but for two kinds of threads: one
 * whose deadline has come, and one that got a lock. Those make themselves ready first and take the
 * turn then if nobody has it; who leaves it to nobody looks once more for those that are ready.
 */
public final class Threads {
  /** A thread that was started goes on behind the one that started it. */
  public static final int STARTER_FIRST = 0;

  /** It runs first. */
  public static final int STARTED_FIRST = 1;

  /** As {@link #STARTER_FIRST}, and the next call of the sequence does not wait for it either. */
  public static final int SEQUENCE_FIRST = 2;

  /** Added: of several that are ready the youngest comes next, and not the one that waits longest. */
  public static final int BACKWARDS = 4;

  /**
   * Added: threads give up their turn somewhere on their way too, at branches, and who comes next is
   * drawn. Which thread may be the one that runs the sequence as well with {@link #SEQUENCE_FIRST};
   * otherwise that one gives it up behind each of its calls alone.
   */
  public static final int DRAWN = 8;

  /** From this bit on {@link #order} says which of the drawn orders it is. */
  public static final int DRAWN_SHIFT = 4;

  /** So many branches a thread passes at most before it gives up its turn, where orders are drawn. */
  private static final int LONGEST_TURN = 6;

  /** What completes futures after a while, up to JDK 24. */
  private static final String DELAYER = "CompletableFutureDelayScheduler";

  /** So many threads a sequence may start; what starts more is no test that anybody wants. */
  private static final int MOST = 48;

  /** So long all of a sequence's threads may wait for the clock together, in nanoseconds. */
  private static final long LONGEST_REST = 100_000_000;

  /** How long a thread waits for its turn before it looks again, in nanoseconds: it is not to seem to wait for ever. */
  private static final long LOOK = 10_000_000_000L;

  /** How often it is looked whether a thread that ended is gone, before that is left to itself. */
  private static final int LOOKS = 1000;

  /** How long such a look takes, in nanoseconds. */
  private static final long A_LOOK = 20_000;

  private static final long NANOS_A_MILLISECOND = 1_000_000;

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
  private static Scheduled called;

  /** What is drawn next, where orders are. */
  private static long dice;

  private static boolean isOpen;
  private static boolean isClosing;
  private static long rest = LONGEST_REST;

  private Threads() {}

  /** A call of a sequence begins, in which threads may be started, or is over. */
  public static void open(boolean is) {
    isOpen = is;
    if (is && dice != 0) {
      Probe.pause(turn(ALL[0]));
    }
  }

  /** Whether the thread that runs the sequence has any beside it. */
  public static boolean any() {
    return count > 0;
  }

  /** Whether the calling thread belongs to the running sequence, and has others beside it. */
  static boolean isOne() {
    return count > 0 && find(Thread.currentThread()) != null;
  }

  /**
   * A thread is about to be started.
   *
   * @return whether it may
   */
  static boolean starts(Thread thread) {
    if (!isOpen || isClosing || count > MOST || isVirtual(thread)) {
      return false;
    }
    if (thread.getState() != Thread.State.NEW) {
      // The JDK says that it was started before.
      return true;
    }
    if (count == 0) {
      if (!Guard.watches()) {
        return false;
      }
      Scheduled first = new Scheduled(Thread.currentThread(), Scheduled.READY);
      ALL[0] = first;
      running = first;
      count = 1;
    } else if (mine() == null) {
      return false;
    }
    Facts.threads();
    if (dice == 0 && (order & DRAWN) != 0) {
      dice = (order >>> DRAWN_SHIFT) + 1;
    }
    ALL[count] = new Scheduled(thread, Scheduled.NEW);
    count++;
    return true;
  }

  /** Last thing where a thread is started. */
  public static void started(Thread thread) {
    Scheduled me = mine();
    Scheduled other = me == null ? null : find(thread);
    if (other == null || other.state != Scheduled.NEW) {
      return;
    }
    other.state = Scheduled.READY;
    if ((order & DRAWN) != 0) {
      preempt(me);
    } else if ((order & STARTED_FIRST) != 0) {
      note(me);
      hand(me, other);
      rest(me);
    }
  }

  /**
   * The turn of the calling thread has been long enough.
   *
   * @return how many branches its next one has at most; 0 where it goes on for as long as it can
   */
  static int paused() {
    Scheduled me = mine();
    if (dice == 0 || isClosing) {
      return 0;
    }
    if (me == running && me != null && !me.isInside) {
      preempt(me);
    }
    return me == null ? LONGEST_TURN : turn(me);
  }

  /** How many branches the thread passes at most before it gives up its turn. */
  private static int turn(Scheduled me) {
    boolean isFree = me == ALL[0] && (order & SEQUENCE_FIRST) == 0;
    return isFree ? Integer.MAX_VALUE : draw(LONGEST_TURN);
  }

  private static void preempt(Scheduled me) {
    note(me);
    hand(me, next(me));
    rest(me);
  }

  /** A number from 1 to so many. */
  private static int draw(int most) {
    // Numerical Recipes' quick generator; its upper bits are the better ones.
    dice = dice * 6364136223846793005L + 1442695040888963407L;
    return 1 + (int) ((dice >>> 33) % most);
  }

  /** First thing in a new thread: it waits for its turn. */
  public static void begun() {
    Scheduled me = mine();
    if (me != null) {
      queue(me);
    }
  }

  /** Last thing in a thread. */
  public static void ended(Thread thread) {
    Scheduled me = mine();
    if (me == null || me.thread != thread) {
      return;
    }
    me.state = Scheduled.ENDED;
    me.isAwaited = false;
    for (int i = 0; i < count; i++) {
      Scheduled other = ALL[i];
      if (other.awaited == me && other.isWaiting()) {
        other.awaited = null;
        other.state = Scheduled.READY;
        me.isAwaited = true;
      }
    }
    pass(me);
  }

  /** In the place of {@code Unsafe.park}. */
  public static void park(Unsafe unsafe, boolean isAbsolute, long time) {
    Scheduled me = mine();
    if (me == null) {
      unsafe.park(isAbsolute, time);
      return;
    }
    if (me.mayPass || me.thread.isInterrupted()) {
      me.mayPass = false;
      return;
    }
    long wait = isAbsolute ? millis(time - System.currentTimeMillis()) : time;
    sleep(me, isAbsolute || time > 0 ? wait : Scheduled.NEVER);
  }

  /** In the place of {@code Unsafe.unpark}. */
  public static void unpark(Unsafe unsafe, Object thread) {
    Scheduled other = count > 0 ? find((Thread) thread) : null;
    if (other == null) {
      unsafe.unpark(thread);
    } else if (other.state == Scheduled.PARKED && other.awaited == null) {
      wake(other);
    } else {
      other.mayPass = true;
    }
  }

  /**
   * First thing in {@code Thread.interrupt}.
   *
   * @return whether that is done: the thread will find out when it has its turn
   */
  public static boolean interrupts(Thread thread) {
    Scheduled other = count > 0 ? find(thread) : null;
    if (other == null || !other.isWaiting()) {
      return false;
    }
    other.interrupted = true;
    wake(other);
    return true;
  }

  /**
   * A thread is about to sleep.
   *
   * @return whether it has slept
   */
  static boolean sleeps(long nanos) {
    Scheduled me = mine();
    if (me == null || nanos < 0 || me.thread.isInterrupted()) {
      return false;
    }
    sleep(me, nanos);
    return !me.thread.isInterrupted();
  }

  /** In the place of {@code Thread.sleep}. */
  public static void sleep(long millis) throws InterruptedException {
    if (!Guard.sleeps(millis)) {
      Thread.sleep(millis);
    }
  }

  /**
   * A thread is about to wait for the end of another.
   *
   * @param millis 0 for ever
   * @return whether it has waited in vain; otherwise the other has ended, or this one was interrupted
   */
  static boolean joins(Thread thread, long millis) {
    Scheduled me = mine();
    Scheduled other = me == null ? null : find(thread);
    if (other == null || !other.isAlive() || me.thread.isInterrupted()) {
      return false;
    }
    me.awaited = other;
    sleep(me, millis == 0 ? Scheduled.NEVER : millis(millis));
    me.awaited = null;
    return other.state != Scheduled.ENDED && !me.thread.isInterrupted();
  }

  /** In the place of {@code Object.wait()}. */
  public static void await(Object lock) throws InterruptedException {
    await(lock, 0);
  }

  /** In the place of {@code Object.wait(long)}. */
  public static void await(Object lock, long millis) throws InterruptedException {
    Scheduled me = mine();
    if (me == null) {
      Guard.await(lock, millis);
      lock.wait(millis);
      return;
    }
    if (millis < 0 || !Thread.holdsLock(lock) || me.thread.isInterrupted()) {
      // It throws.
      lock.wait(millis);
      return;
    }
    me.lock = lock;
    me.deadline = deadline(millis == 0 ? Scheduled.NEVER : millis(millis));
    me.state = Scheduled.WAITING;
    pass(me);
    queue(me);
    me.lock = null;
    check(me);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** In the place of {@code Object.notify}. */
  public static void notify(Object lock) {
    notify(lock, false);
  }

  /** In the place of {@code Object.notifyAll}. */
  public static void notifyAll(Object lock) {
    notify(lock, true);
  }

  private static void notify(Object lock, boolean all) {
    if (mine() == null || !Thread.holdsLock(lock)) {
      if (all) {
        lock.notifyAll();
      } else {
        lock.notify();
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      Scheduled other = ALL[i];
      if (other.state == Scheduled.WAITING && other.lock == lock) {
        other.state = Scheduled.READY;
        if (!all) {
          return;
        }
      }
    }
  }

  /** The calling thread is about to wait for a lock. */
  public static void blocked() {
    Scheduled me = mine();
    if (me != null && me == running && !me.isInside) {
      me.state = Scheduled.BLOCKED;
      pass(me);
    }
  }

  /** It has got the lock. */
  public static void unblocked() {
    Scheduled me = mine();
    if (me != null && me.state == Scheduled.BLOCKED) {
      me.holdsOn = true;
      ready(me);
      queue(me);
      me.holdsOn = false;
    }
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

  /** The call of a sequence is over: the other threads run until each of them waits or has ended. */
  public static void settle() {
    if (count == 0 || (order & SEQUENCE_FIRST) != 0) {
      return;
    }
    if (dice == 0) {
      settle(ALL[0]);
    } else {
      preempt(ALL[0]);
    }
  }

  private static void settle(Scheduled first) {
    first.state = Scheduled.SETTLING;
    pass(first);
    rest(first);
  }

  /**
   * The sequence is over, and with it all of its threads.
   *
   * @return whether any was left that its program did not end
   */
  public static boolean finish() {
    if (count == 0) {
      return false;
    }
    Scheduled first = ALL[0];
    boolean leaves = first.stopped;
    try {
      settle(first);
    } catch (Stopped e) {
      leaves = true;
    }
    isClosing = true;
    dice = 0;
    int kept = 1;
    for (int i = 1; i < count; i++) {
      Scheduled other = ALL[i];
      if (isIdle(other)) {
        ALL[i] = ALL[kept];
        ALL[kept++] = other;
      } else {
        leaves |= other.isAlive() && !isOfJdk(other.thread);
      }
    }
    for (int i = kept; i < count; i++) {
      end(first, ALL[i]);
    }
    first.state = Scheduled.READY;
    if (kept == 1) {
      running = null;
      kept = 0;
    }
    int all = count;
    count = kept;
    for (int i = kept; i < all; i++) {
      ALL[i] = null;
    }
    isClosing = false;
    rest = LONGEST_REST;
    return leaves;
  }

  /** Who cannot be ended is left to the watchdog, which gives the worker up. */
  private static void end(Scheduled first, Scheduled other) {
    while (other.isAlive()) {
      Probe.refuel(0);
      if (other.state == Scheduled.BLOCKED) {
        // Until who has its lock has ended, or for ever.
        Memory.U.park(false, NANOS_A_MILLISECOND);
        continue;
      }
      first.state = Scheduled.SETTLING;
      other.stopped = true;
      other.state = Scheduled.READY;
      other.owner = null;
      hand(first, other);
      queue(first);
    }
  }

  private static Scheduled mine() {
    return count > 0 ? find(Thread.currentThread()) : null;
  }

  private static Scheduled find(Thread thread) {
    for (int i = count - 1; i >= 0; i--) {
      Scheduled one = ALL[i];
      if (one != null && one.thread == thread) {
        return one;
      }
    }
    return null;
  }

  /** The class of virtual threads came with JDK 21. */
  private static boolean isVirtual(Thread thread) {
    String name = thread.getClass().getName();
    return name.startsWith("java.lang.") && !name.equals("java.lang.Thread");
  }

  /**
   * It is one of the JDK's common pool that has nothing to do, and belongs to the next sequence as well:
   * the pool would go on counting on it.
   */
  private static boolean isIdle(Scheduled one) {
    Thread thread = one.thread;
    return one.state == Scheduled.PARKED
        && LockSupport.getBlocker(thread) instanceof ForkJoinPool
        && isOfCommonPool(thread);
  }

  private static boolean isOfCommonPool(Thread thread) {
    return thread instanceof ForkJoinWorkerThread
        && ((ForkJoinWorkerThread) thread).getPool() == ForkJoinPool.commonPool();
  }

  /** It is there in every program that uses the JDK in such a way, and no program can end it. */
  private static boolean isOfJdk(Thread thread) {
    return isOfCommonPool(thread) || thread.getName().equals(DELAYER);
  }

  private static void sleep(Scheduled me, long nanos) {
    me.deadline = deadline(nanos);
    me.state = Scheduled.PARKED;
    pass(me);
    rest(me);
  }

  private static long deadline(long nanos) {
    return nanos == Scheduled.NEVER ? Scheduled.NEVER : System.nanoTime() + Math.max(nanos, 0);
  }

  private static long millis(long millis) {
    long nanos = millis * NANOS_A_MILLISECOND;
    return nanos / NANOS_A_MILLISECOND == millis ? nanos : Scheduled.NEVER;
  }

  /** How long it still waits, in nanoseconds; {@link Scheduled#NEVER} where no clock ends that. */
  private static long left(Scheduled me) {
    boolean isTimed = me.deadline != Scheduled.NEVER && me.isWaiting();
    return isTimed ? me.deadline - System.nanoTime() : Scheduled.NEVER;
  }

  /** Another thread, of the sequence or not, has ended its wait. */
  private static void wake(Scheduled other) {
    // It may have been started by an earlier sequence.
    Facts.threads();
    ready(other);
    Memory.U.unpark(other.thread);
  }

  /** It could run, and does where nobody has the turn. */
  private static void ready(Scheduled one) {
    synchronized (IDLE) {
      one.state = Scheduled.READY;
      if (running == null) {
        running = one;
      }
    }
  }

  /** Gives up the turn to the next that is ready. */
  private static void pass(Scheduled me) {
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
  private static void note(Scheduled me) {
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

  private static void hand(Scheduled me, Scheduled other) {
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
  private static void rest(Scheduled me) {
    queue(me);
    check(me);
  }

  private static void check(Scheduled me) {
    if (me.stopped) {
      me.stopped = me != ALL[0];
      throw Stopped.INSTANCE;
    }
  }

  /** Waits for the turn. */
  private static void queue(Scheduled me) {
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
    if (dice != 0) {
      Probe.pause(turn(me));
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
