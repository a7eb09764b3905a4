package demo;

/** What a purse is given: made by two calls at the least where it is worth less than it was. */
public final class Coin {
  private int worth;

  public Coin(int worth) {
    this.worth = worth;
  }

  public void clip() {
    worth--;
  }

  int worth() {
    return worth;
  }
}
