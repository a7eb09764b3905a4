package demo;

/** Breaks rep-ok. */
public class Overdrawn {
  private int balance;

  public void deposit(int amount) {
    balance += amount % 100;
  }

  public boolean repOk() {
    return balance >= 0;
  }
}
