package app;

import demo.Coin;
import demo.Purse;
import org.junit.jupiter.api.Test;

/** Puts a coin into a purse once; what comes of a second one is left to be tried. */
class PurseTest {
  @Test
  void isPutIn() {
    Coin coin = new Coin(2);
    coin.clip();
    Purse purse = new Purse();
    purse.put(coin);
    purse.sum();
  }
}
