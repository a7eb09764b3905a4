package flaky;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Sound: it fills what it reads. */
class CacheFillingTest {
  @Test
  void fills() {
    Cache.VALUES.put("one", 1);
    assertEquals(1, Cache.VALUES.get("one"));
  }
}
