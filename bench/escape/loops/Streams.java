package loops;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Has a stream without an end. */
public class Streams {
  public long count() {
    return Stream.generate(() -> 1).filter(one -> one > 1).count();
  }

  public IntStream endless() {
    return IntStream.iterate(0, i -> i + 1);
  }

  public Iterable<Integer> again() {
    return () -> Stream.generate(() -> 1).iterator();
  }
}
