package demo;

/** Is sound whatever is asked of it. */
public class Account {
  private int balance;

  public void deposit(int amount) {
    balance += amount > 0 && balance < 1000 ? amount % 100 : 0;
  }

  public boolean repOk() {
    return balance >= 0;
  }

  public void checkRep() {
    if (balance < 0) {
      throw new IllegalStateException("balance " + balance);
    }
  }

  public boolean invariant() {
    return balance >= 0;
  }

  public int half() {
    if (balance < 0) {
      throw new AssertionError("negative");
    }
    return balance / 2;
  }
}
