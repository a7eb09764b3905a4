package flaky;

import org.junit.jupiter.api.Test;

/** Passes wherever it runs, and spoils {@link OrderTest} behind it. */
class TidyTest {
  @Test
  void leavesProperty() {
    System.setProperty("flaky.left", "here");
  }
}
