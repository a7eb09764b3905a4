package odd;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps numbers in collections of the JDK. */
public class Shelves {
  private final List<Integer> list = new ArrayList<>();
  private final LinkedList<Long> links = new LinkedList<>();
  private final ArrayDeque<Character> queue = new ArrayDeque<>();
  private final TreeMap<Integer, String> ordered = new TreeMap<>();
  private final Map<Boolean, Double> flags = new HashMap<>();

  public int add(int number) {
    for (Integer known : list) {
      if (known == number) {
        return list.indexOf(number);
      }
    }
    list.add(0, number);
    return -1;
  }

  /** Two boxes of a small number are one object. */
  public boolean isOne(int number) {
    Integer one = number;
    Integer other = number;
    return one == other;
  }

  public Long link(long number) {
    links.addFirst(number);
    return links.size() > 1 && links.getLast() > number ? links.removeLast() : null;
  }

  public char turn(char c) {
    queue.offer(c);
    return queue.size() > 1 ? queue.poll() : queue.peek();
  }

  public String put(int key) {
    return ordered.put(key, "a key") == null ? "new" : "old";
  }

  public double flag(boolean flag) {
    flags.merge(flag, 1.5, Double::sum);
    return flags.get(flag);
  }

  @Override
  public String toString() {
    return new StringBuilder("shelves ").append(list.size()).append(',').append(ordered.isEmpty()).toString();
  }
}
