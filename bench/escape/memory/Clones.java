package memory;

import java.util.AbstractList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Is as large as somebody wants to see. */
public class Clones {
  public List<Object> endless() {
    return new AbstractList<>() {
      @Override
      public Object get(int index) {
        return "again";
      }

      @Override
      public int size() {
        return Integer.MAX_VALUE;
      }
    };
  }

  public List<String> copies() {
    return Collections.nCopies(Integer.MAX_VALUE, "again");
  }

  public Map<Object, Object> itself() {
    Map<Object, Object> map = new java.util.HashMap<>();
    map.put("itself", map);
    map.put("copies", copies());
    return map;
  }
}
