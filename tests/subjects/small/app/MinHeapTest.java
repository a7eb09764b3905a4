package app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import demo.MinHeap;
import org.junit.jupiter.api.Test;

class MinHeapTest {
  private final MinHeap heap = new MinHeap();

  @Test
  void isEmptyAtFirst() {
    assertTrue(heap.isEmpty());
  }

  @Test
  void isNotEmptyWithOne() {
    heap.add(1);
    assertFalse(heap.isEmpty());
  }

  @Test
  void givesTheLeast() {
    heap.add(2);
    heap.add(1);
    assertEquals(1, heap.removeLeast());
  }

  @Test
  void givesAllInOrder() {
    for (int value : new int[] {3, 1, 4, 1, 5}) {
      heap.add(value);
    }
    for (int value : new int[] {1, 1, 3, 4, 5}) {
      assertEquals(value, heap.removeLeast());
    }
  }

  @Test
  void givesNothingOfNothing() {
    assertThrows(IllegalStateException.class, () -> heap.removeLeast());
  }

  @Test
  void isEmptyBehindTheLast() {
    heap.add(1);
    heap.removeLeast();
    assertTrue(heap.isEmpty());
  }
}
