package together;

/** The same without the defect. */
@ThreadSafe
public class SoundAlarm {
  private boolean isSet;
  private int rung;

  public synchronized void set() {
    isSet = true;
  }

  /** Rings if it is set. */
  public synchronized void ring() {
    if (isSet) {
      isSet = false;
      rung++;
    }
  }

  public synchronized boolean isSet() {
    return isSet;
  }

  /** How often it has rung. */
  public synchronized int rung() {
    return rung;
  }
}
