package together;

import java.util.ArrayDeque;
import java.util.Deque;

/** A queue with room for two, with a race: whether there is room is asked before it is locked. */
@ThreadSafe
public class Shelf {
  private static final int ROOM = 2;

  private final Deque<String> things = new ArrayDeque<>();

  public boolean put(String thing) {
    if (size() == ROOM) {
      return false;
    }
    synchronized (things) {
      things.add(thing);
    }
    return true;
  }

  public String take() {
    synchronized (things) {
      return things.poll();
    }
  }

  public int size() {
    synchronized (things) {
      return things.size();
    }
  }
}
