package demo;

/** The correct run. Two words on standard output, which must come through a recording unchanged. */
public class Main {
  public static void main(String[] args) throws InterruptedException {
    Connection connection = new Connection("localhost");
    connection.open();
    connection.send("ping");
    new Session(connection).greet("world");
    connection.close();
    Thread other = new Thread(() -> new Connection("elsewhere").open());
    other.start();
    other.join();
    System.out.println("all done");
    if (args.length > 0) {
      System.exit(Integer.parseInt(args[0]));
    }
  }
}
