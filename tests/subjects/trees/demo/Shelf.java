package demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Trees in an array, in a list, and by their names. */
public class Shelf {
  public final Node[] places = new Node[4];
  public final List<Object> things = new ArrayList<>();
  public final Map<String, Node> named = new LinkedHashMap<>();

  public int count() {
    return things.size() + named.size();
  }
}
