package flaky;

import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

/** Passes only before {@link TidyTest}, which leaves a system property. */
class OrderTest {
  @Test
  void hangsOnOrder() {
    assertNull(System.getProperty("flaky.left"));
  }
}
