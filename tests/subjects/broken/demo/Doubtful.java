package demo;

/** Breaks assertion-error. */
public class Doubtful {
  private int balance;

  public void deposit(int amount) {
    balance += amount % 100;
  }

  public int half() {
    if (balance % 2 != 0) {
      throw new AssertionError("odd");
    }
    return balance / 2;
  }
}
