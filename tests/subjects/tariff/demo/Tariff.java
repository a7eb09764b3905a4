package demo;

/** What is taken off. Nobody here extends it. */
public abstract class Tariff implements Named {
  protected String string = "basic";
  private final boolean isOpen;

  protected Tariff() {
    isOpen = opensAt() < 12;
  }

  protected abstract int opensAt();

  abstract int percent(String customer, int amount) throws NoRateException;

  /** What is left of the amount. */
  public final int reduced(String customer, int amount) {
    if (!isOpen) {
      return amount;
    }
    try {
      int percent = percent(customer, amount);
      if (percent < 0 || percent > 100) {
        throw new IllegalStateException("no such rate: " + percent);
      }
      return amount - amount * percent / 100;
    } catch (NoRateException e) {
      return -1;
    }
  }

  public String label() {
    return name() == null ? string : name();
  }
}
