package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import demo.Node;
import demo.Shelf;
import org.junit.jupiter.api.Test;

class ShelfTest {
  @Test
  void holdsTrees() {
    Shelf shelf = new Shelf();
    shelf.places[0] = new Node();
    shelf.places[2] = new Node();
    shelf.places[3] = shelf.places[0];
    shelf.things.add(shelf.places[2]);
    shelf.things.add("a text");
    shelf.named.put("first", shelf.places[0]);
    assertEquals(3, shelf.count());
  }
}
