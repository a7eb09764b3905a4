package odd;

/** Says nothing of what is valid by the usual name. */
public class Unasked {
  private Unasked next;

  private boolean isShort() {
    return next == null || next.next == null;
  }

  /** Needs more than an object. */
  public boolean isLongerThan(int length) {
    return length < 1;
  }
}
