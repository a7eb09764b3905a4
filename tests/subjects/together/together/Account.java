package together;

/** Money, some of it put aside in another account, with a deadlock: what is put aside and what is taken back are locked in different orders. */
@ThreadSafe
public class Account {
  private final Object lock = new Object();
  private int balance;
  private int reserve;

  public Account(int balance) {
    this.balance = balance;
  }

  /** Puts money aside. */
  public synchronized void save(int amount) {
    balance -= amount;
    synchronized (lock) {
      reserve += amount;
    }
  }

  /** Takes it back. */
  public void take(int amount) {
    synchronized (lock) {
      reserve -= amount;
      change(amount);
    }
  }

  public synchronized int balance() {
    return balance;
  }

  private synchronized void change(int amount) {
    balance += amount;
  }
}
