package together;

import java.util.ArrayDeque;
import java.util.Deque;

/** The same without the defect. */
@ThreadSafe
public class SoundShelf {
  private static final int ROOM = 2;

  private final Deque<String> things = new ArrayDeque<>();

  public synchronized boolean put(String thing) {
    if (things.size() == ROOM) {
      return false;
    }
    things.add(thing);
    return true;
  }

  public synchronized String take() {
    return things.poll();
  }

  public synchronized int size() {
    return things.size();
  }
}
