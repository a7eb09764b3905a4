package threads;

/** Starts threads that start threads. */
public class Breeds {
  public int breed() {
    Breeds.child();
    return 1;
  }

  private static void child() {
    new Thread(Breeds::child).start();
    new Thread(Breeds::child).start();
  }
}
