package crew;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A queue with room for so many items. */
public class Belt {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Object[] items;
  private int first;
  private int count;

  public Belt(int room) {
    if (room < 1 || room > 100) {
      throw new IllegalArgumentException("room for 1 to 100 items, not for " + room);
    }
    items = new Object[room];
  }

  public void put(Object item) throws InterruptedException {
    lock.lock();
    try {
      while (count == items.length) {
        changed.await();
      }
      items[(first + count++) % items.length] = item;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public Object take() throws InterruptedException {
    lock.lock();
    try {
      while (count == 0) {
        changed.await();
      }
      Object item = items[first];
      items[first] = null;
      first = (first + 1) % items.length;
      count--;
      changed.signalAll();
      return item;
    } finally {
      lock.unlock();
    }
  }

  /** Puts all of them on the belt, by a thread of its own, while they are taken off; their sum. */
  public int carry(int... weights) throws InterruptedException {
    Thread feeder =
        new Thread(
            () -> {
              try {
                for (int weight : weights) {
                  put(weight);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    feeder.start();
    int sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += (Integer) take();
    }
    feeder.join();
    return sum;
  }

  public int size() {
    lock.lock();
    try {
      return count;
    } finally {
      lock.unlock();
    }
  }
}
