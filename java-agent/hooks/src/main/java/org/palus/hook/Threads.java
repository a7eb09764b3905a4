package org.palus.hook;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.locks.LockSupport;
import jdk.internal.misc.Unsafe;

/**
 * What the threads of a sequence do that concerns each other: they start, end, park, wait, sleep and
 * are interrupted. They are real threads, and one of them has its {@link Turn}.
 *
 * <p>The thread that runs the sequences is the first. When its call has come back it lets the others
 * run until each of them waits or has ended; {@link #finish} ends those that are left behind a sequence,
 * but for idle ones of the JDK's common pool.
 */
public final class Threads {
  /** What completes futures after a while, up to JDK 24. */
  private static final String DELAYER = "CompletableFutureDelayScheduler";

  /**
   * What frees the native memory of fonts, images and the like when they are collected. The first use
   * of any starts it, and it waits in the collector's queue for as long as the virtual machine lives: no
   * sequence can wait for it, nor end it.
   */
  private static final String DISPOSER = "Java2D Disposer";

  /** What loads images, and ends when there was none for five seconds; a number follows. */
  private static final String FETCHER = "Image Fetcher ";

  /** What ends the thread of a user interface. */
  private static final String SHUTDOWN = "AWT-Shutdown";

  private static boolean isOpen;

  private Threads() {}

  /** A call of a sequence begins, in which threads may be started, or is over. */
  public static void open(boolean is) {
    isOpen = is;
  }

  /** Whether a call of a sequence runs. */
  static boolean isOpen() {
    return isOpen;
  }

  /** Whether the thread that runs the sequence has any beside it. */
  public static boolean any() {
    return Turn.count() > 0;
  }

  /** Whether the calling thread belongs to the running sequence, and has others beside it. */
  static boolean isOne() {
    return Turn.mine() != null;
  }

  /**
   * A thread is about to be started.
   *
   * @return whether it may
   */
  static boolean starts(Thread thread) {
    boolean isRefused = isVirtual(thread) || isOfEvents(thread);
    if (!isOpen || Turn.isClosing() || Turn.count() > Turn.MOST || isRefused) {
      return false;
    }
    // Of one that was started before the JDK says so.
    if (thread.getState() != Thread.State.NEW || thread.getName().equals(DISPOSER)) {
      return true;
    }
    if (Turn.count() == 0 ? !Guard.watches() : Turn.mine() == null) {
      return false;
    }
    Facts.threads();
    Turn.add(thread);
    return true;
  }

  /** Last thing where a thread is started. */
  public static void started(Thread thread) {
    Scheduled me = Turn.mine();
    Scheduled other = me == null ? null : Turn.find(thread);
    if (other == null || other.state != Scheduled.NEW) {
      return;
    }
    other.state = Scheduled.READY;
    if ((Turn.order & Turn.DRAWN) != 0) {
      Turn.offer(me);
    } else if ((Turn.order & Turn.STARTED_FIRST) != 0) {
      Turn.lend(me, other);
    }
  }

  /** First thing in a new thread: it waits for its turn. */
  public static void begun() {
    Scheduled me = Turn.mine();
    if (me != null) {
      Turn.queue(me);
    }
  }

  /** Last thing in a thread. */
  public static void ended(Thread thread) {
    Scheduled me = Turn.mine();
    if (me == null || me.thread != thread) {
      return;
    }
    me.state = Scheduled.ENDED;
    for (int i = 0; i < Turn.count(); i++) {
      Scheduled other = Turn.at(i);
      if (other.awaited == me && other.isWaiting()) {
        other.awaited = null;
        other.state = Scheduled.READY;
        me.isAwaited = true;
      }
    }
    Turn.pass(me);
  }

  /** In the place of {@code Unsafe.park}. */
  public static void park(Unsafe unsafe, boolean isAbsolute, long time) {
    Scheduled me = Turn.mine();
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
    Scheduled other = Turn.find((Thread) thread);
    if (other == null) {
      unsafe.unpark(thread);
    } else if (other.state == Scheduled.PARKED && other.awaited == null) {
      Turn.wake(other);
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
    Scheduled other = Turn.find(thread);
    if (other == null || !other.isWaiting()) {
      return false;
    }
    other.interrupted = true;
    Turn.wake(other);
    return true;
  }

  /**
   * A thread is about to sleep.
   *
   * @return whether it has slept
   */
  static boolean sleeps(long nanos) {
    Scheduled me = Turn.mine();
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
    Scheduled me = Turn.mine();
    Scheduled other = me == null ? null : Turn.find(thread);
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
    Scheduled me = Turn.mine();
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
    Meeting.isFree(lock);
    Turn.pass(me);
    Turn.queue(me);
    me.lock = null;
    Turn.check(me);
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
    if (Turn.mine() == null || !Thread.holdsLock(lock)) {
      if (all) {
        lock.notifyAll();
      } else {
        lock.notify();
      }
      return;
    }
    for (int i = 0; i < Turn.count(); i++) {
      Scheduled other = Turn.at(i);
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
    Scheduled me = Turn.mine();
    if (me != null && Turn.isOf(me) && !me.isInside) {
      me.state = Scheduled.BLOCKED;
      Turn.pass(me);
    }
  }

  /** It has got the lock. */
  public static void unblocked() {
    Scheduled me = Turn.mine();
    if (me != null && me.state == Scheduled.BLOCKED) {
      me.holdsOn = true;
      Turn.ready(me);
      Turn.queue(me);
      me.holdsOn = false;
    }
  }

  /** The call of a sequence is over: the other threads run until each of them waits or has ended. */
  public static void settle() {
    if (Turn.count() == 0 || (Turn.order & Turn.SEQUENCE_FIRST) != 0) {
      return;
    }
    if (Turn.isDrawn()) {
      Turn.offer(Turn.at(0));
    } else {
      settle(Turn.at(0));
    }
  }

  private static void settle(Scheduled first) {
    do {
      first.state = Scheduled.SETTLING;
      Turn.pass(first);
      Turn.rest(first);
    } while (Turn.isLockTaken());
  }

  /**
   * The sequence is over, and with it all of its threads.
   *
   * @return whether any was left that its program did not end
   */
  public static boolean finish() {
    if (Turn.count() == 0) {
      return false;
    }
    Scheduled first = Turn.at(0);
    boolean leaves = first.stopped;
    try {
      settle(first);
    } catch (Stopped e) {
      leaves = true;
    }
    Turn.close(true);
    int kept = 1;
    for (int i = 1; i < Turn.count(); i++) {
      Scheduled other = Turn.at(i);
      if (isIdle(other)) {
        Turn.swap(i, kept++);
      } else if (isOfJdk(other.thread)) {
        // How it ends is no output of the program.
        other.thread.setUncaughtExceptionHandler(Silence.OF_WHO_IS_ENDED);
      } else {
        leaves |= other.isAlive();
      }
    }
    for (int i = kept; i < Turn.count(); i++) {
      end(first, Turn.at(i));
    }
    Turn.keep(kept);
    Turn.close(false);
    return leaves;
  }

  /** Who cannot be ended is left to the watchdog, which gives the worker up. */
  private static void end(Scheduled first, Scheduled other) {
    while (other.isAlive()) {
      Probe.refuel(0);
      if (other.state == Scheduled.BLOCKED) {
        // Until who has its lock has ended, or for ever.
        Memory.U.park(false, Turn.NANOS_A_MILLISECOND);
        continue;
      }
      first.state = Scheduled.SETTLING;
      other.stopped = true;
      other.state = Scheduled.READY;
      other.owner = null;
      Turn.hand(first, other);
      Turn.queue(first);
    }
  }

  /** Whether it is one that has no thread of the platform of its own; there are such from JDK 21 on. */
  private static boolean isVirtual(Thread thread) {
    return thread.getClass().getName().equals("java.lang.VirtualThread");
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
    return isOfCommonPool(thread)
        || thread.getName().equals(DELAYER)
        || thread.getName().startsWith(FETCHER);
  }

  /**
   * It hands out the events of a user interface, or ends who does when there are no more: for a second
   * behind the last one at least, whatever is thrown into it.
   */
  private static boolean isOfEvents(Thread thread) {
    return thread.getName().equals(SHUTDOWN)
        || thread.getClass().getName().equals("java.awt.EventDispatchThread");
  }

  private static void sleep(Scheduled me, long nanos) {
    me.deadline = deadline(nanos);
    me.state = Scheduled.PARKED;
    Turn.pass(me);
    Turn.rest(me);
  }

  private static long deadline(long nanos) {
    return nanos == Scheduled.NEVER ? Scheduled.NEVER : System.nanoTime() + Math.max(nanos, 0);
  }

  private static long millis(long millis) {
    long nanos = millis * Turn.NANOS_A_MILLISECOND;
    return nanos / Turn.NANOS_A_MILLISECOND == millis ? nanos : Scheduled.NEVER;
  }
}
