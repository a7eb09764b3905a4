package demo;

/** Needs {@link Utc}, which needs it: initialised through that one, it has no {@link #UTC}. */
public abstract class Zone {
  public static final Zone UTC = Utc.instance();

  public static boolean isKnown(String name) {
    return "UTC".equals(name);
  }

  public abstract int offset();
}
