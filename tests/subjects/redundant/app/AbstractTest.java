package app;

import demo.IntStack;
import org.junit.jupiter.api.Test;

/** Its tests belong to the classes that inherit them. */
abstract class AbstractTest {
  @Test
  void pushesOne() {
    new IntStack().push(1);
  }
}
