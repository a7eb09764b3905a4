package app;

import demo.Bag;
import demo.Broken;
import demo.Lopsided;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class EqualTest {
  @Test
  void breaks() {
    new Broken();
    new Broken();
  }

  @Test
  void looks() {
    new Bag(2).look();
  }

  @Test
  void looksTwice() {
    Bag bag = new Bag(2);
    bag.look();
    bag.look();
  }

  @Test
  void weighs() {
    new Lopsided(1);
    new Lopsided(2);
  }
}
