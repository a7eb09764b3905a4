import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is in generated tests, once each: the compiler and the launcher load the classes that they need for it. */
class ExampleTest {
  private List<String> words;

  private enum Size {
    SMALL,
    LARGE
  }

  @BeforeEach
  void setUp() {
    words = new ArrayList<>(List.of("b", "a"));
  }

  @AfterEach
  void tearDown() {
    words.clear();
  }

  @Test
  void sort_ordersWords() {
    words.sort(Comparator.comparing((String word) -> word.length()).thenComparing(Comparator.naturalOrder()));
    assertEquals(List.of("a", "b"), words);
    assertEquals("a" + words.size(), words.get(0) + 2);
  }

  @Test
  void get_throwsIndexOutOfBounds() {
    IndexOutOfBoundsException thrown = assertThrows(IndexOutOfBoundsException.class, () -> words.get(2));
    assertTrue(thrown.getMessage().contains("2"));
  }

  @Test
  void numbers_areExact() {
    int[] squares = {0, 1, 4};
    assertArrayEquals(new int[] {0, 1, 4}, squares);
    assertEquals(Double.NaN, Math.sqrt(-1.0));
    assertEquals(1.5f, (float) 3 / 2, 0.001f);
    assertEquals('b', (char) ('a' + squares[1]));
    assertEquals(-1L, ~0L >> 1);
  }

  @Test
  void maps_andGenericMethods() {
    Map<String, List<Integer>> map = new HashMap<>();
    map.computeIfAbsent("one", key -> new ArrayList<>()).add(1);
    assertNull(map.get("two"));
    assertFalse(map.isEmpty());
    assertEquals(Size.SMALL, Size.valueOf("SMALL"));
  }

  @Test
  void stubs_answer() {
    Supplier<String> supplier =
        new Supplier<String>() {
          private int calls;

          @Override
          public String get() {
            return calls++ == 0 ? "first" : "second";
          }
        };
    String both = supplier.get() + supplier.get();
    switch (both.length()) {
      case 11:
        assertEquals("firstsecond", both);
        break;
      default:
        throw new AssertionError(both);
    }
  }

  @Test
  @SuppressWarnings({"deprecation", "unchecked", "rawtypes"})
  void old_andRaw() throws Exception {
    List raw = words;
    raw.add(Integer.valueOf(3));
    try {
      for (Object word : raw) {
        ((String) word).length();
      }
      throw new AssertionError("a number is no word");
    } catch (ClassCastException expected) {
      assertEquals(3, raw.size());
    }
  }
}
