package demo;

/** Loaded before anybody attaches, with a static method, whose calls are seen whoever is followed. */
public class Gauge {
  private static int ticks;

  private int level;

  public void raise(int by) {
    level += by;
  }

  public int level() {
    return level;
  }

  public static int tick() {
    return ++ticks;
  }
}
