package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import demo.Node;
import org.junit.jupiter.api.Test;

class NodeTest {
  @Test
  void hasFour() {
    Node root = new Node();
    root.left = new Node();
    root.right = new Node();
    root.left.left = new Node();
    assertEquals(4, root.size());
  }
}
