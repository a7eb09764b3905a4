package demo;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StrongboxTest {
  private final Door door = new Door();
  private Strongbox strongbox;

  @BeforeEach
  void shut() {
    strongbox = new Strongbox(door);
  }

  @Test
  void opensBehindTheRightWay() {
    for (int key : new int[] {4, 1, 3, 9, 2}) {
      assertFalse(strongbox.turn(key));
    }
    assertThrows(IllegalArgumentException.class, () -> strongbox.turn(-1));
    assertTrue(strongbox.turn(8));
    assertTrue(door.isOpen());
  }

  @Test
  void isShutBehindAnyOther() {
    assertFalse(strongbox.turn(5));
  }

  @Test
  void tellsWhoWatches() {
    boolean[] told = new boolean[1];
    strongbox.watch(() -> told[0] = true);
    strongbox.turn(1);
    assertTrue(told[0]);
  }
}
