package library;

/** Reads the clock for those who do not want to. */
public final class Today {
  private final long day;

  public Today() {
    day = Math.floorDiv(System.currentTimeMillis(), 86_400_000L);
  }

  public long day() {
    return day;
  }
}
