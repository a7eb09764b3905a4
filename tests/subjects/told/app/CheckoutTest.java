package app;

import demo.Account;
import demo.Accounts;
import demo.Checkout;
import demo.Rates;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** With collaborators of its own. */
public class CheckoutTest {
  private final Checkout checkout = new Checkout(new InMemory(), new Fixed());

  @Test
  public void partnersPayLess() {
    check(90L, checkout.price(42, 100));
  }

  @Test
  public void othersPayInFull() {
    check(100L, checkout.price(7, 100));
    try {
      checkout.price(1, 100);
    } catch (IllegalArgumentException e) {
      return;
    }
    throw new AssertionError("nobody has that account");
  }

  @Test
  public void transfersAmongPartners() {
    check("free until 20271130", checkout.transfer(42, 7));
    check("at cost", checkout.transfer(7, 42));
  }

  @Test
  public void greetsByName() {
    check("hello Ann", checkout.greeting(42));
  }

  private static void check(Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError(actual);
    }
  }

  private static final class InMemory implements Accounts {
    private final Map<Long, String> tiers = Map.of(42L, "GOLD-17", 7L, "SILVER-3");

    @Override
    public String tierOf(long id) {
      return tiers.get(id);
    }

    @Override
    public Account findById(long id) {
      return tiers.containsKey(id) ? new Account(id, "Ann") : null;
    }

    @Override
    public int count() {
      return tiers.size();
    }
  }

  private static final class Fixed implements Rates {
    @Override
    public int percent(String tier) {
      return 10;
    }

    @Override
    public long today() {
      return 20271130;
    }
  }
}
