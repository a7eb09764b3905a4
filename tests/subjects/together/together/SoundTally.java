package together;

/** The same without the defect. */
@ThreadSafe
public class SoundTally {
  private int sum;

  public synchronized void add(int amount) {
    sum += amount;
  }

  public synchronized int sum() {
    return sum;
  }
}
