package app;

import demo.Board;

/** Calls the board from one thread, and with an argument from two. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    Board board = new Board();
    board.name("a");
    if (arguments.length > 0) {
      Thread painter = new Thread(board::paint);
      painter.start();
      for (int i = 0; i < 300; i++) {
        board.look();
      }
      board.done();
      painter.join();
    }
    System.out.println(board.look());
  }
}
