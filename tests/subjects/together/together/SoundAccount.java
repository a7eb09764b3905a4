package together;

/** The same without the defect: all lock the account before its reserve. */
@ThreadSafe
public class SoundAccount {
  private final Object lock = new Object();
  private int balance;
  private int reserve;

  public SoundAccount(int balance) {
    this.balance = balance;
  }

  /** Puts money aside. */
  public void save(int amount) {
    synchronized (this) {
      balance -= amount;
      synchronized (lock) {
        reserve += amount;
      }
    }
  }

  /** Takes it back. */
  public void take(int amount) {
    synchronized (this) {
      synchronized (lock) {
        reserve -= amount;
      }
      balance += amount;
    }
  }

  public synchronized int balance() {
    return balance;
  }
}
