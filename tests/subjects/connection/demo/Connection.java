package demo;

/** A protocol with an order: what was recorded of it must be legal, and what was not may throw. */
public class Connection {
  private final String host;
  private boolean open;
  private int sent;

  public Connection(String host) {
    this.host = host;
  }

  public void open() {
    if (open) {
      throw new IllegalStateException("already open");
    }
    open = true;
  }

  public int send(String message) {
    if (!open) {
      throw new IllegalStateException("not open");
    }
    sent += message.length();
    return sent;
  }

  public boolean isOpen() {
    return open;
  }

  public String host() {
    return host;
  }

  public void close() {
    open = false;
  }
}
