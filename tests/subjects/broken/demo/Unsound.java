package demo;

/** Breaks check-rep. */
public class Unsound {
  private int balance;

  public void deposit(int amount) {
    balance += amount % 100;
  }

  public void checkRep() {
    if (balance < 0) {
      throw new IllegalStateException("balance " + balance);
    }
  }
}
