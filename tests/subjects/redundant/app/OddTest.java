package app;

import demo.Clock;
import demo.IntStack;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Tests that are not as others. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class OddTest {
  @Test
  void asksTheTime() {
    new Clock().isOld();
  }

  @Test
  void asksTheTimeAgain() {
    new Clock().isOld();
  }

  @Test
  void callsNothing() {
    "text".length();
  }

  @RepeatedTest(2)
  void comesTwice() {
    new IntStack().push(1);
  }
}
