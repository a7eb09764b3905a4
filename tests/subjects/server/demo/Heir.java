package demo;

/** Its class file is read before its superclass is there, which takes as long as the loader likes. */
public class Heir extends Ancestor implements Runnable {
  private int runs;

  @Override
  public void run() {
    runs++;
  }
}
