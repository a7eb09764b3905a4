package crew;

/** Is raised by somebody else, sooner or later. */
public class Flag {
  private volatile boolean isUp;

  public void raise() {
    new Thread(() -> isUp = true).start();
  }

  public boolean isUp() {
    return isUp;
  }
}
