package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import demo.Node;
import org.junit.jupiter.api.Test;

class FailingTest {
  @Test
  void makesRings() {
    Node root = new Node();
    root.right = new Node();
    root.right.left = root.right;
    root.right.size();
    assertEquals(2, root.size());
  }
}
