package app;

import demo.Loose;
import org.junit.jupiter.api.Test;

class LooseTest {
  @Test
  void isChangedBetweenCalls() {
    Loose loose = new Loose();
    loose.at = 1;
    loose.one();
    loose.at = 2;
    loose.other();
  }
}
