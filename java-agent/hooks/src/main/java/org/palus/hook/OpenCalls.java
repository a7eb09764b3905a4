package org.palus.hook;

/**
 * The calls of one thread that are kept and have not ended, each with the objects that it began
 * with: the method may have put others into its parameters since.
 */
final class OpenCalls {
  private static final PerThread CURRENT = new PerThread();

  private int[] depths = new int[8];
  private Object[][] roots = new Object[8][];
  private int count;

  private OpenCalls() {}

  static OpenCalls ofThisThread() {
    return CURRENT.get();
  }

  /** A call began. Those at its depth or deeper have ended, and nobody saw it. */
  void push(int depth, Object[] roots) {
    forget(depth);
    if (count == depths.length) {
      int[] moreDepths = new int[2 * count];
      System.arraycopy(depths, 0, moreDepths, 0, count);
      Object[][] moreRoots = new Object[2 * count][];
      System.arraycopy(this.roots, 0, moreRoots, 0, count);
      depths = moreDepths;
      this.roots = moreRoots;
    }
    depths[count] = depth;
    this.roots[count] = roots;
    count++;
  }

  /** The call at this depth ended: what it began with, null when that is not known. */
  Object[] pop(int depth) {
    forget(depth + 1);
    if (count == 0 || depths[count - 1] != depth) {
      return null;
    }
    count--;
    Object[] began = roots[count];
    roots[count] = null;
    return began;
  }

  private void forget(int depth) {
    while (count > 0 && depths[count - 1] >= depth) {
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
