package demo;

/** Breaks invariant. */
public class Variant {
  private int balance;

  public void deposit(int amount) {
    balance += amount % 100;
  }

  public boolean invariant() {
    return balance >= 0;
  }
}
