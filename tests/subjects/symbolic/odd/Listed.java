package odd;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Has an object of the JDK that is not modelled. */
public class Listed {
  private final Map<Integer, Integer> numbers = new ConcurrentHashMap<>();

  public void add(int number) {
    numbers.put(number, number);
  }
}
