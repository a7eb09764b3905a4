package loops;

import java.util.Iterator;

/** Has always one more. */
public class Iterates implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public String next() {
        return "more";
      }
    };
  }

  public int count() {
    int count = 0;
    for (String each : this) {
      count += each.length();
    }
    return count;
  }
}
