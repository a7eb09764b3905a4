package crew;

/** Threads that count together, and lose what two of them count at once: on a real machine hardly ever. */
public class Careless {
  private int total;

  public int count(int workers) throws InterruptedException {
    if (workers < 1 || workers > 8) {
      throw new IllegalArgumentException("1 to 8 can count, not " + workers);
    }
    Thread[] all = new Thread[workers];
    for (int i = 0; i < workers; i++) {
      all[i] = new Thread(this::add);
      all[i].start();
    }
    for (Thread one : all) {
      one.join();
    }
    return total;
  }

  private void add() {
    int seen = total;
    if (seen < 1000) {
      total = seen + 1;
    }
  }
}
