package app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import demo.SearchTree;
import org.junit.jupiter.api.Test;

class SearchTreeTest {
  private static SearchTree of(int... values) {
    SearchTree tree = new SearchTree();
    for (int value : values) {
      tree.insert(value);
    }
    return tree;
  }

  @Test
  void findsWhatWasInserted() {
    assertTrue(of(2, 1, 3).contains(3));
  }

  @Test
  void findsNothingElse() {
    assertFalse(of(2, 1, 3).contains(4));
  }

  @Test
  void holdsEachOnce() {
    SearchTree tree = of(2, 1, 3);
    assertFalse(tree.insert(1));
  }

  @Test
  void isAsDeepAsItHasToBe() {
    assertEquals(2, of(2, 1, 3).depth());
    assertEquals(3, of(1, 2, 3).depth());
  }

  @Test
  void findsThatAgain() {
    assertTrue(of(2, 1, 3).contains(3));
    assertFalse(of(2, 1, 3).contains(4));
  }
}
