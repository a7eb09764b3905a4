package flaky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Passes only behind {@link CacheFillingTest}. */
class CacheReadingTest {
  @Test
  void hangsOnStaticState() {
    assertEquals(1, Cache.VALUES.get("one"));
  }
}
