package app;

import demo.Nest;

/** Recursions that are deep, and one that does not end; all on threads with stacks of a fixed size. */
public class Main {
  public static void main(String[] args) throws InterruptedException {
    run(16, () -> System.out.println("found " + Nest.descend(new Nest(null), 2000)));
    run(
        16,
        () -> {
          Nest nest = null;
          for (int i = 0; i < 3000; i++) {
            nest = new Nest(nest);
          }
          System.out.println("nested " + nest.depth());
        });
    run(
        1,
        () -> {
          for (int i = 0; i < 5; i++) {
            try {
              Nest.overflow();
              System.out.println("it ended");
            } catch (StackOverflowError expected) {
              if (new Nest(new Nest(null)).depth() != 2) {
                System.out.println("another depth");
              }
            }
          }
          System.out.println("overflowed");
        });
  }

  private static void run(int megabytes, Runnable task) throws InterruptedException {
    Thread thread = new Thread(null, task, "deep", (long) megabytes << 20);
    thread.start();
    thread.join();
  }
}
