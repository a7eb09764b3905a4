package org.palus.hook;

/** A thread of a running sequence, and what it waits for; see {@link Turn}. */
final class Scheduled {
  /** It runs, or could. */
  static final int READY = 0;

  /** It waits for nothing but that no other thread is ready: the sequence goes on then. */
  static final int SETTLING = 1;

  /** It is parked, asleep, or waits for the end of another thread. */
  static final int PARKED = 2;

  /** It waits for an object to be notified. */
  static final int WAITING = 3;

  /** It waits for a lock that another thread has. */
  static final int BLOCKED = 4;

  /** It has come to its end. */
  static final int ENDED = 5;

  /** It is about to be started. */
  static final int NEW = 6;

  /** It waits for a lock that another thread of the sequence has, see {@link Meeting}. */
  static final int KEPT_OUT = 7;

  /** So many locks of one thread are known. */
  private static final int MOST_LOCKS = 16;

  /** The deadline of who waits for ever. */
  static final long NEVER = Long.MAX_VALUE;

  final Thread thread;

  /** One of the constants above. Who waits with a deadline sets it without having its turn. */
  volatile int state;

  /** When it goes on in any case, by {@code System.nanoTime}. */
  long deadline = NEVER;

  /** It was unparked before it parked. */
  boolean mayPass;

  /** Whose end it waits for. */
  Scheduled awaited;

  /** It has ended, and who waited for that may hold the lock that it needs to be gone. */
  boolean isAwaited;

  /** The object that it waits for to be notified. */
  Object lock;

  /** The lock that it is kept out of. */
  Object wanted;

  /** The locks that it has entered where that is known, the last one last. */
  private final Object[] held = new Object[MOST_LOCKS];

  private int locks;

  /** Who has that object's lock, and not its turn. */
  Scheduled owner;

  /** It was interrupted while it waited, and finds out when it has its turn. */
  boolean interrupted;

  /** It is told to end: its wait throws, and the later ones too unless it is the thread that runs the sequence. */
  boolean stopped;

  /** It has given its turn to another thread, and is to have it back before any other. */
  boolean lends;

  /** It has got a lock that it waited for, and not yet its turn. */
  boolean holdsOn;

  /** The scheduler itself is about to enter a lock. */
  boolean isInside;

  /** The lock that the thread before it is about to release, which it waits for when it has its turn. */
  Object released;

  /** The thread before it, where that has ended, and is gone in a moment. */
  Thread gone;

  Scheduled(Thread thread, int state) {
    this.thread = thread;
    this.state = state;
  }

  /** It has entered a lock. */
  void hold(Object entered) {
    if (locks < MOST_LOCKS) {
      held[locks] = entered;
    }
    locks++;
  }

  /** It is about to leave a lock; they are left in the opposite order. */
  void release(Object left) {
    if (locks > MOST_LOCKS) {
      locks--;
    } else if (locks > 0 && held[locks - 1] == left) {
      held[--locks] = null;
    }
  }

  /** Whether it has that lock: while it waits for the object to be notified it does not. */
  boolean holds(Object asked) {
    boolean is = false;
    for (int i = 0; i < Math.min(locks, MOST_LOCKS); i++) {
      is |= held[i] == asked;
    }
    return is && lock != asked;
  }

  /** Whether there is anything of it that could be ended. */
  boolean isAlive() {
    return state != NEW && state != ENDED;
  }

  /** Whether it could run: who was notified needs the lock as well. */
  boolean isReady() {
    return state == READY && owner == null;
  }

  /** Whether it waits for what another thread may do. */
  boolean isWaiting() {
    return state == PARKED || state == WAITING;
  }
}
