package app;

import demo.Board;
import java.util.concurrent.CountDownLatch;

/** Calls the board from one thread, and with an argument from two. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    Board board = new Board();
    board.name("a");
    if (arguments.length > 0) {
      CountDownLatch painting = new CountDownLatch(1);
      Thread painter = new Thread(() -> paint(board, painting));
      painter.start();
      painting.await();
      for (int i = 0; i < 400; i++) {
        board.look();
        if (i % 20 == 0) {
          // on a machine with much to do the other one has a turn, too
          Thread.sleep(1);
        }
      }
      board.done();
      painter.join();
    }
    System.out.println(board.look());
  }

  private static void paint(Board board, CountDownLatch painting) {
    painting.countDown();
    board.paint();
  }
}
