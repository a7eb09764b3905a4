package demo;

import java.util.HashMap;
import java.util.Map;

/** Orders objects by their identity hash codes. */
public class Arbitrary {
  private final Map<Object, String> names = new HashMap<>();
  private final Object first = new Object();
  private final Object second = new Object();

  public Arbitrary() {
    names.put(first, "first");
    names.put(second, "second");
  }

  public String least() {
    return System.identityHashCode(first) < System.identityHashCode(second) ? "first" : "second";
  }

  public String front() {
    return names.values().iterator().next();
  }

  public int size() {
    return names.size();
  }
}
