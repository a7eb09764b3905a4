package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import demo.Tank;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Has a test that belongs to another class. */
public abstract class Limited {
  Tank tank;

  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  public void fillsForHeirs() {
    tank.fill(8);
    assertEquals(8, tank.content());
  }
}
