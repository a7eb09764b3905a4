package odd;

import java.util.function.IntUnaryOperator;

/** Numbers of all types, in all places where they can be. */
public class Kinds {
  /** How much there is. */
  public enum Level {
    LOW,
    MIDDLE,
    HIGH
  }

  private static final int[] STEPS = {1, 10, 100};
  private static final long LIMIT;

  static {
    long limit = 1;
    for (int i = 0; i < 5; i++) {
      limit *= 7;
    }
    LIMIT = limit;
  }

  private final int[][] grid = new int[2][3];
  private final String name;
  private byte small;
  private short middle;
  private char letter = 'a';
  private boolean isOpen;
  private long total;
  private Integer boxed;
  private Level level = Level.LOW;
  private double share;

  public Kinds(boolean isOpen) {
    this.isOpen = isOpen;
    name = isOpen ? "open" : "shut";
  }

  public boolean flip(boolean other) {
    isOpen ^= other;
    return isOpen;
  }

  public int narrow(int value) {
    small = (byte) value;
    middle = (short) (value + 1);
    return small - middle;
  }

  public String next(char c) {
    if (c == 'x') {
      letter = 'y';
      return "y";
    }
    if (c > 'x') {
      return null;
    }
    letter = c;
    return name + 1;
  }

  public long add(long more) {
    if (more < 0 || total > LIMIT) {
      throw new IllegalArgumentException("no room for " + more);
    }
    total = more;
    return total - 1;
  }

  public Integer keep(Integer value) {
    if (value == null) {
      return boxed;
    }
    if (boxed != null && boxed.compareTo(value) >= 0) {
      return value;
    }
    boxed = value;
    return 7;
  }

  public Level raise(short by) {
    switch (level) {
      case LOW:
        level = by > 3 ? Level.HIGH : Level.MIDDLE;
        break;
      case MIDDLE:
        level = Level.HIGH;
        break;
      default:
        throw new IllegalStateException("it is high");
    }
    return level;
  }

  public int step(int at) {
    grid[1][at] += STEPS[at];
    return grid[1][at];
  }

  public int find(int wanted) {
    if (wanted == 48271) {
      return 1;
    }
    return wanted > Integer.MAX_VALUE - 2 || wanted + 1 < wanted ? 2 : 3;
  }

  public int divide(byte by) {
    try {
      return 100 / by;
    } catch (ArithmeticException e) {
      return -1;
    } finally {
      share = 0.5;
    }
  }

  public int apply(int x) {
    IntUnaryOperator more = y -> y + x;
    int[] copy = STEPS.clone();
    copy[0] = Math.max(more.applyAsInt(5), 12);
    assert copy[0] != 13;
    return copy[0] > STEPS[1] + 2 ? 1 : 0;
  }
}
