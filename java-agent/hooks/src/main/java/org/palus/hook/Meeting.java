package org.palus.hook;

/**
 * Two calls of a sequence at once, of an object whose class says that it is thread-safe. Before the
 * first uses a field or enters a lock for the n-th time the second has its turn, until it ends or
 * waits; then the first goes on. One such change is enough for most defects of that kind (Musuvathi and Qadeer, PLDI 2007).
 *
 * <p>In such classes threads wait for each other's locks here, and not in the virtual machine: so two
 * that wait for each other can be told, and ended.
 */
public final class Meeting {
  /** How often the first call still uses fields and locks before the second has its turn; 0 when it has had that. */
  private static int uses;

  /** The thread of the second call. */
  private static Thread beside;

  private Meeting() {}

  /**
   * From now on the calling thread gives up its turn before it uses a field or a lock for so manieth time.
   *
   * @param thread who has the turn then
   * @param uses from 1; 0 for never
   */
  public static void after(Thread thread, int uses) {
    beside = thread;
    Meeting.uses = uses;
  }

  /** Whether the second call has not had its turn yet, since {@link #after} was called. */
  public static boolean isAhead() {
    return uses > 0;
  }

  /** Before a field is used. */
  public static void uses() {
    if (uses > 0 && Guard.watches() && --uses == 0) {
      Scheduled me = Turn.mine();
      Scheduled other = Turn.find(beside);
      if (me != null && other != null) {
        me.lends = true;
        Turn.lend(me, other);
        me.lends = false;
      }
    }
  }

  /** Before a lock is entered: the calling thread waits while another one of the sequence has it. */
  public static void enters(Object lock) {
    uses();
    Scheduled me = Turn.mine();
    while (me != null && isOfOther(lock, me)) {
      me.wanted = lock;
      me.state = Scheduled.KEPT_OUT;
      Turn.pass(me);
      Turn.rest(me);
    }
  }

  /** It has been entered. */
  public static void entered(Object lock) {
    Scheduled me = Turn.mine();
    if (me != null) {
      me.hold(lock);
    }
  }

  /** Before it is left. */
  public static void leaves(Object lock) {
    Scheduled me = Turn.mine();
    if (me != null) {
      me.release(lock);
      isFree(lock);
    }
  }

  /** Who waits for the lock may try again. */
  static void isFree(Object lock) {
    for (int i = 0; i < Turn.count(); i++) {
      Scheduled other = Turn.at(i);
      if (other.state == Scheduled.KEPT_OUT && other.wanted == lock) {
        other.wanted = null;
        other.state = Scheduled.READY;
      }
    }
  }

  private static boolean isOfOther(Object lock, Scheduled me) {
    for (int i = 0; i < Turn.count(); i++) {
      Scheduled other = Turn.at(i);
      if (other != me && other.holds(lock)) {
        return true;
      }
    }
    return false;
  }
}
