package fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Has virtual threads do the work, one for each piece of it. */
public class Fleet implements AutoCloseable {
  private final ExecutorService boats = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore berths;

  public Fleet(int berths) {
    if (berths < 1 || berths > 9) {
      throw new IllegalArgumentException("1 to 9 berths, not " + berths);
    }
    this.berths = new Semaphore(berths);
  }

  /** What all of them carry together, where empty ones do not count. */
  public int load(int... weights) throws InterruptedException {
    List<Future<Integer>> loads = new ArrayList<>();
    for (int weight : weights) {
      loads.add(boats.submit(() -> moored(weight)));
    }
    int sum = 0;
    for (Future<Integer> load : loads) {
      try {
        sum += load.get();
      } catch (ExecutionException e) {
        sum--;
      }
    }
    return sum;
  }

  private int moored(int weight) throws InterruptedException {
    berths.acquire();
    try {
      if (weight < 0) {
        throw new IllegalStateException("lighter than water");
      }
      return weight;
    } finally {
      berths.release();
    }
  }

  @Override
  public void close() {
    boats.close();
  }
}
