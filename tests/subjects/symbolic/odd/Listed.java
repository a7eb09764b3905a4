package odd;

import java.util.ArrayList;
import java.util.List;

/** Has an object of the JDK that is not modelled. */
public class Listed {
  private final List<Integer> numbers = new ArrayList<>();

  public void add(int number) {
    numbers.add(number);
  }
}
