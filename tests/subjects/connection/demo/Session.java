package demo;

/** Takes a connection as an argument, so that a model of it has a dependence on the connection's. */
public class Session {
  private final Connection connection;

  public Session(Connection connection) {
    this.connection = connection;
  }

  public int greet(String name) {
    return connection.send("hello " + name);
  }
}
