package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import demo.Tank;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JUnit runs tests with such a limit in threads of their own, and waits for them. */
public class LimitedTest extends Limited {
  @BeforeEach
  void begins() {
    tank = new Tank();
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  public void fillsForAll() {
    tank.fill(9);
    assertEquals(9, tank.content());
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void fills() {
    tank.fill(3);
    assertEquals(3, tank.content());
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void fillsAgain() {
    tank.fill(3);
    assertEquals(3, tank.content());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void fillsBy(int more) {
    tank.fill(more);
    assertEquals(more, tank.content());
  }
}
