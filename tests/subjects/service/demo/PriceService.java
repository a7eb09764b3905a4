package demo;

/** Needs its collaborators for everything. */
public final class PriceService {
  private final Customers customers;
  private final Rates rates;

  PriceService(Customers customers, Rates rates) {
    this.customers = java.util.Objects.requireNonNull(customers);
    this.rates = java.util.Objects.requireNonNull(rates);
  }

  public String price(String name, int amount) {
    Customer customer = customers.byName(name);
    if (customer == null) {
      return "no customer";
    }
    int percent = rates.percent(customer, amount);
    if (percent < 0 || percent > 100) {
      throw new IllegalStateException("no such rate: " + percent);
    }
    int price = amount - amount * percent / 100;
    if (customer.years() > 10) {
      price -= 1;
    }
    return price + " " + rates.currency();
  }

  public boolean register(String name) {
    try {
      customers.save(new Customer(name, 0));
      return true;
    } catch (StoreException e) {
      return false;
    }
  }

  public boolean isCrowded() {
    return customers.count() > 1000;
  }
}
