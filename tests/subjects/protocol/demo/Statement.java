package demo;

/** Prepared, bound and executed, once each and in this order. */
public class Statement {
  private final Connection connection;
  private String prepared;
  private String bound;
  private int rows;

  Statement(Connection connection) {
    if (!connection.isUsable()) {
      throw new IllegalStateException("the connection is closed");
    }
    this.connection = connection;
  }

  public void prepare(String sql) {
    if (prepared != null || !sql.endsWith(" of " + connection.name())) {
      fail();
    }
    prepared = sql;
  }

  public void bind(String value) {
    if (prepared == null || bound != null) {
      fail();
    }
    bound = value;
  }

  public int execute() {
    if (bound == null || rows > 0 || !connection.isUsable()) {
      fail();
    }
    rows = bound.length();
    return rows;
  }

  public String fetch() {
    if (rows == 0) {
      return fail();
    }
    rows--;
    return rows == 0 ? "the last row" : "a row";
  }

  private String fail() {
    connection.close();
    throw new IllegalStateException("not the time");
  }
}
