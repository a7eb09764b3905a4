package demo;

/** Nothing in it needs a class file that Java 5 would not read. */
public class Turnstile {
  private int coins;

  public void pay(int amount) {
    if (amount <= 0) {
      throw new IllegalArgumentException();
    }
    coins += amount;
  }

  public boolean pass() {
    switch (coins) {
      case 0:
        return false;
      case 1:
        coins = 0;
        return true;
      default:
        coins--;
        return true;
    }
  }

  /** Never comes back: no coin is ever lost by waiting. */
  public void await() {
    for (int i = 0; i >= 0; i = (i + 1) & 7) {
      coins += 0;
    }
  }
}
