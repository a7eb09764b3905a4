package app;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class StackTest {
  @Test
  void t1() {
    Scenes.one();
  }

  @Test
  void t2() {
    Scenes.two();
  }

  @Test
  void t3() {
    Scenes.three();
  }
}
