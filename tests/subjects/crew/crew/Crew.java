package crew;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Workers that take jobs from a queue, without any help of {@code java.util.concurrent}. */
public class Crew implements AutoCloseable {
  private final Deque<Runnable> jobs = new ArrayDeque<>();
  private final List<Thread> workers = new ArrayList<>();
  private boolean isClosed;
  private int done;

  public Crew(int size) {
    if (size < 1 || size > 8) {
      throw new IllegalArgumentException("a crew has 1 to 8 workers, not " + size);
    }
    for (int i = 0; i < size; i++) {
      Thread worker = new Thread(this::work, "worker-" + i);
      worker.setDaemon(true);
      workers.add(worker);
      worker.start();
    }
  }

  public int size() {
    return workers.size();
  }

  public synchronized void submit(Runnable job) {
    if (isClosed) {
      throw new IllegalStateException("the crew has gone home");
    }
    jobs.add(job);
    notifyAll();
  }

  /** Lets the crew do what is left, and sends it home. */
  @Override
  public void close() throws InterruptedException {
    synchronized (this) {
      isClosed = true;
      notifyAll();
    }
    for (Thread worker : workers) {
      worker.join();
    }
  }

  /** How many jobs were done; waits until none is left. */
  public int finished() throws InterruptedException {
    synchronized (this) {
      while (!jobs.isEmpty()) {
        wait();
      }
      return done;
    }
  }

  private void work() {
    try {
      while (true) {
        Runnable job = next();
        if (job == null) {
          return;
        }
        try {
          job.run();
        } catch (RuntimeException e) {
          // the next one may do better
        }
        synchronized (this) {
          done++;
          notifyAll();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized Runnable next() throws InterruptedException {
    while (jobs.isEmpty() && !isClosed) {
      wait();
    }
    return jobs.poll();
  }
}
