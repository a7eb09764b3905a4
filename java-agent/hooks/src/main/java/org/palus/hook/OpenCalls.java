package org.palus.hook;

/**
 * The calls of one thread that are kept and have not ended, each with the objects that it began
 * with: the method may have put others into its parameters since.
 */
final class OpenCalls {
  /** What the snapshots of one test may take together, in words. */
  private static final long MOST_OF_A_TEST = Executions.roomOfATest();

  private static final PerThread CURRENT = new PerThread();

  /**
   * How many frames the stack had when a constructor began whose object is none yet; 0 for all other
   * calls. Only such a constructor can end unseen.
   */
  private int[] frames = new int[8];

  private Object[][] roots = new Object[8][];
  private int count;

  /** How many words snapshots may still take. */
  private long room = Long.MAX_VALUE;

  /** Whether a call of the test that runs was told without a state for want of room. */
  private boolean isCut;

  private OpenCalls() {}

  static OpenCalls ofThisThread() {
    return CURRENT.get();
  }

  /**
   * A call began.
   *
   * @return how many are open with it: its token
   */
  int push(Object[] roots, boolean isConstructor) {
    boolean isInConstructor = count > 0 && frames[count - 1] != 0;
    int now = isConstructor || isInConstructor ? Executions.frames() : 0;
    while (count > 0 && frames[count - 1] != 0 && frames[count - 1] >= now) {
      forget(count);
    }
    if (count == frames.length) {
      int[] moreFrames = new int[2 * count];
      System.arraycopy(frames, 0, moreFrames, 0, count);
      Object[][] moreRoots = new Object[2 * count][];
      System.arraycopy(this.roots, 0, moreRoots, 0, count);
      frames = moreFrames;
      this.roots = moreRoots;
    }
    frames[count] = isConstructor ? now : 0;
    this.roots[count] = roots;
    return ++count;
  }

  /**
   * A test starts in this thread, or ends. Without a test there is no limit: nothing is compared
   * then that waits for an end.
   */
  void tests(boolean starts) {
    room = starts ? MOST_OF_A_TEST : Long.MAX_VALUE;
    isCut = false;
  }

  /**
   * Whether no call is kept any more until the test ends: there is one that equals nothing, so the
   * test differs from all others whatever it does, and to look at the stack at each call of a large
   * one takes minutes.
   */
  boolean isCut() {
    return isCut;
  }

  /** A call was told without a state. */
  void cut() {
    isCut = true;
  }

  /** Whether there is room for a snapshot. */
  boolean hasRoom() {
    return room > 0;
  }

  /** A snapshot took so many words. */
  void taken(long words) {
    room -= words;
  }

  /** The object of the constructor with this token is one: however it ends, it will be seen. */
  void initialised(int token) {
    if (token <= count) {
      frames[token - 1] = 0;
    }
  }

  /** The call with this token ended: what it began with, null when that is not known. */
  Object[] pop(int token) {
    forget(token + 1);
    if (count != token) {
      return null;
    }
    Object[] began = roots[token - 1];
    forget(token);
    return began;
  }

  /** The calls with this token and above ended. */
  private void forget(int token) {
    while (count >= token) {
      count--;
      roots[count] = null;
    }
  }

  private static final class PerThread extends ThreadLocal<OpenCalls> {
    @Override
    protected OpenCalls initialValue() {
      return new OpenCalls();
    }
  }
}
