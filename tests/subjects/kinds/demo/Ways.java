package demo;

import java.util.ArrayList;
import java.util.List;

/** Calls that end in every way there is. */
public class Ways {
  /** Made in a static initialiser, which is no call itself. */
  private static final Ways FIRST = new Ways();

  /** Sees an object before it is complete. */
  static final List<Escaping> SEEN = new ArrayList<>();

  public static Ways first() {
    return FIRST;
  }

  public int returning() {
    return 1;
  }

  public void throwing() {
    throw new IllegalStateException("here");
  }

  /** The exception passes through. */
  public void passing() {
    throwing();
  }

  public int catching() {
    try {
      passing();
      return 0;
    } catch (IllegalStateException expected) {
      return 1;
    } finally {
      returning();
    }
  }

  public int recursing(int depth) {
    return depth == 0 ? 0 : 1 + recursing(depth - 1);
  }

  public int overflowing(int depth) {
    return 1 + overflowing(depth + 1);
  }

  public synchronized int synchronising() {
    synchronized (SEEN) {
      return 1;
    }
  }

  /** Lets go of itself in its constructor. */
  public static class Escaping {
    private final int value;

    public Escaping(int value) {
      SEEN.add(this);
      SEEN.get(SEEN.size() - 1).early();
      if (value < 0) {
        throw new IllegalArgumentException("after super");
      }
      this.value = value;
    }

    public void early() {}

    public int late() {
      return value;
    }
  }

  /** Fails before it is an object. */
  public static class Failing extends Escaping {
    public Failing(String text) {
      super(Integer.parseInt(text));
    }
  }
}
