package odd;

/** Nobody makes one but its static methods. */
public abstract class Span {
  private Span() {}

  public static Span of(int from, int to) {
    if (from > to) {
      throw new IllegalArgumentException("from " + from + " to " + to);
    }
    return from == to ? new Empty() : new Long(from, to);
  }

  public abstract boolean has(int number);

  private static final class Empty extends Span {
    @Override
    public boolean has(int number) {
      return false;
    }
  }

  private static final class Long extends Span {
    private final int from;
    private final int to;

    Long(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public boolean has(int number) {
      return from <= number && number < to;
    }
  }
}
