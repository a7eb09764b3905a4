package demo;

/** A bank account that remembers how often it was overdrawn, which equals does not look at. */
public class Account {
  private int balance;
  private int refused;

  public void deposit(int amount) {
    if (amount <= 0) {
      throw new IllegalArgumentException("no amount: " + amount);
    }
    balance += amount;
  }

  public boolean withdraw(int amount) {
    if (amount > balance) {
      refused++;
      return false;
    }
    balance -= amount;
    return true;
  }

  public void transfer(Account other, int amount) {
    if (withdraw(amount)) {
      other.deposit(amount);
    }
  }

  public int balance() {
    return balance;
  }

  public boolean isSuspicious() {
    return refused > 1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Account && balance == ((Account) other).balance;
  }

  @Override
  public int hashCode() {
    return balance;
  }
}
