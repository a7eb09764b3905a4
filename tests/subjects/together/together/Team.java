package together;

import java.util.ArrayDeque;
import java.util.Queue;

/** A pool of at most one thread, which ends when there is nothing to do. With a race: whether there is room for one is asked before it is locked. */
@ThreadSafe
public class Team {
  private static final int MOST = 1;

  private final Queue<Runnable> jobs = new ArrayDeque<>();
  private int threads;
  private int peak;

  /** Has a thread run the job. */
  public void submit(Runnable job) {
    add(job);
    if (threads < MOST) {
      begin();
    }
  }

  /** How many threads there were at once. */
  public synchronized int peak() {
    return peak;
  }

  private synchronized void add(Runnable job) {
    jobs.add(job);
  }

  private synchronized void begin() {
    threads++;
    peak = Math.max(peak, threads);
    new Thread(this::work).start();
  }

  private void work() {
    Runnable job = next();
    while (job != null) {
      job.run();
      job = next();
    }
  }

  private synchronized Runnable next() {
    Runnable job = jobs.poll();
    if (job == null) {
      threads--;
    }
    return job;
  }
}
