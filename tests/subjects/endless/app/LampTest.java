package app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class LampTest {
  @Test
  void a_toggles() {
    Lamp lamp = new Lamp();
    lamp.toggle();
    assertTrue(lamp.isOn());
  }

  @Test
  void b_waitsForDark() {
    Lamp lamp = new Lamp();
    lamp.toggle();
    while (lamp.isOn()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void c_togglesAgain() {
    Lamp lamp = new Lamp();
    lamp.toggle();
    assertTrue(lamp.isOn());
  }
}
