package demo;

/** A query reads the connection that closing takes away: the paper's example for dependence. */
public class Database {
  private String connection;
  private int timeout;

  public void close() {
    release();
  }

  private void release() {
    connection = null;
  }

  public void open(String url) {
    connection = url;
  }

  public boolean isOpen() {
    return connection != null;
  }

  public String executeQuery(String sql) {
    if (connection == null) {
      throw new IllegalStateException("closed");
    }
    return connection + sql + timeout;
  }

  public void setTimeout(int seconds) {
    timeout = seconds;
  }

  public int getTimeout() {
    return timeout;
  }
}
