package demo;

/** Initialised before {@link Checks}, it lets that one have a pass without a prefix. */
public final class Pass {
  private static final String PREFIX = Checks.isBlank("") ? "4" : "";

  private final String prefix = PREFIX;

  public Pass() {}

  public boolean accepts(String number) {
    return number != null && number.startsWith(prefix);
  }

  public int length(int kind) {
    if (kind < 0) {
      return 13;
    }
    return kind > 3 ? 16 : 15;
  }
}
