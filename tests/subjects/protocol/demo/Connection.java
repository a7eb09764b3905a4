package demo;

/** Is logged in to before it is used, and closed by the first wrong step. */
public class Connection {
  private final String name;
  private boolean loggedIn;
  private boolean begun;
  private boolean closed;

  Connection(Driver driver, String name) {
    if (driver == null || name.length() < 3) {
      throw new IllegalArgumentException("no such database: " + name);
    }
    this.name = name;
  }

  public void login(String user) {
    if (closed || loggedIn || !user.equals("user of " + name)) {
      closed = true;
      throw new IllegalStateException("not the time or not the user");
    }
    loggedIn = true;
  }

  public void begin() {
    if (closed || begun || !loggedIn) {
      closed = true;
      throw new IllegalStateException("log in first");
    }
    begun = true;
  }

  public Statement statement() {
    if (!isUsable()) {
      closed = true;
      throw new IllegalStateException("begin first");
    }
    return new Statement(this);
  }

  public void close() {
    closed = true;
  }

  String name() {
    return name;
  }

  boolean isUsable() {
    return begun && !closed;
  }
}
