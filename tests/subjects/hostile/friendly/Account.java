package friendly;

/** An account that may be overdrawn to a limit. */
public class Account {
  private final long limit;
  private long balance;

  public Account(long limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("the limit is below zero: " + limit);
    }
    this.limit = limit;
  }

  public long balance() {
    return balance;
  }

  public void deposit(long amount) {
    if (amount <= 0) {
      throw new IllegalArgumentException("nothing to deposit");
    }
    balance = Math.addExact(balance, amount);
  }

  public boolean withdraw(long amount) {
    if (amount <= 0 || amount > balance + limit) {
      return false;
    }
    balance -= amount;
    return true;
  }

  public boolean isOverdrawn() {
    return balance < 0;
  }
}
