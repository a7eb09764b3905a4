package app;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OtherOrderTest {
  @Test
  @Order(2)
  void t1() {
    Scenes.one();
  }

  @Test
  @Order(3)
  void t2() {
    Scenes.two();
  }

  @Test
  @Order(1)
  void t3() {
    Scenes.three();
  }
}
