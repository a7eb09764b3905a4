package app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import demo.LinkedInts;
import org.junit.jupiter.api.Test;

class LinkedIntsTest {
  private final LinkedInts list = new LinkedInts();

  @Test
  void addsInFront() {
    list.addFirst(1);
    list.addFirst(2);
    assertEquals(2, list.get(0));
  }

  @Test
  void getsTheSecond() {
    list.addFirst(1);
    list.addFirst(2);
    assertEquals(2, list.get(0));
    assertEquals(1, list.get(1));
  }

  @Test
  void removesTheFirst() {
    list.addFirst(1);
    assertTrue(list.remove(1));
    assertFalse(list.remove(1));
  }

  @Test
  void removesFromTheMiddle() {
    list.addFirst(1);
    list.addFirst(2);
    list.addFirst(3);
    assertTrue(list.remove(2));
    assertEquals(1, list.get(1));
  }

  @Test
  void hasNothingAtFirst() {
    assertThrows(IndexOutOfBoundsException.class, () -> list.get(0));
  }

  @Test
  void noticesManyChanges() {
    list.addFirst(1);
    list.remove(1);
    list.addFirst(1);
    assertFalse(list.wasChangedOften());
    list.remove(1);
    assertTrue(list.wasChangedOften());
  }
}
