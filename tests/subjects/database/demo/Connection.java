package demo;

/** Made inside the call that returns it, with four reference fields that are set by then. */
public class Connection {
  protected String url;
  protected String user;
  protected String tsql;
  protected Driver driver;

  Connection(String user, String url, Driver driver) {
    this.url = url;
    this.user = user;
    this.driver = driver;
    this.tsql = url.substring("jdbc:tinysql:".length());
  }

  public void close() {
    tsql = null;
  }
}
