package friendly;

import java.util.ArrayList;
import java.util.List;

/** Keeps accounts together. */
public class Ledger {
  private final List<Account> accounts = new ArrayList<>();

  public Account open(long limit) {
    Account account = new Account(limit);
    accounts.add(account);
    return account;
  }

  public long total() {
    long total = 0;
    for (Account account : accounts) {
      total += account.balance();
    }
    return total;
  }

  public boolean move(Account from, Account to, long amount) {
    if (from == to || !from.withdraw(amount)) {
      return false;
    }
    to.deposit(amount);
    return true;
  }
}
