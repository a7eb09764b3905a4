package demo;

/** Its calls take objects. */
public final class Purse {
  private int sum;

  public void put(Coin coin) {
    sum = Math.min(3, sum + coin.worth());
  }

  public int sum() {
    return sum;
  }
}
