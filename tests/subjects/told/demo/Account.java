package demo;

/** Somebody's. */
public final class Account {
  private final long id;
  private final String owner;

  public Account(long id, String owner) {
    this.id = id;
    this.owner = owner;
  }

  public long id() {
    return id;
  }

  public String owner() {
    return owner;
  }
}
