package together;

/** Rings once, with a race: that it is to ring is looked at before it is forgotten. */
@ThreadSafe
public class Alarm {
  private boolean isSet;
  private int rung;

  public synchronized void set() {
    isSet = true;
  }

  /** Rings if it is set. */
  public void ring() {
    if (isSet()) {
      isSet = false;
      count();
    }
  }

  public synchronized boolean isSet() {
    return isSet;
  }

  /** How often it has rung. */
  public synchronized int rung() {
    return rung;
  }

  private synchronized void count() {
    rung++;
  }
}
