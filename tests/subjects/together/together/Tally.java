package together;

/** Counts, with a lost update: adding is a reading and a writing. */
@ThreadSafe
public class Tally {
  private volatile int sum;

  public void add(int amount) {
    sum += amount;
  }

  public int sum() {
    return sum;
  }
}
