package demo;

/** Needs a connection that is open. */
public class Statement {
  private Connection connection;

  public Statement(Connection connection) {
    if (connection.tsql == null) {
      throw new IllegalArgumentException("closed");
    }
    this.connection = connection;
  }

  public int executeQuery(String sql) {
    if (connection == null) {
      throw new IllegalStateException("closed");
    }
    return sql.length();
  }

  public void close() {
    connection = null;
  }
}
