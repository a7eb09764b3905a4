package demo;

/** Asks a store whose methods a generic interface declares. */
public final class Audit {
  private final Accounts accounts;

  public Audit(Accounts accounts) {
    this.accounts = accounts;
  }

  public String of(String account) {
    Long balance = accounts.find(account);
    if (balance == null) {
      return "unknown";
    }
    return balance < 0 ? "in debt" : "sound";
  }
}
