package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import demo.Node;
import org.junit.jupiter.api.Test;

class LineTest {
  @Test
  void hasTwo() {
    Node root = new Node();
    root.left = new Node();
    assertEquals(2, root.size());
  }
}
