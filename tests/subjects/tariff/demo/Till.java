package demo;

import java.util.Objects;

/** Needs its collaborator for everything. */
public final class Till {
  private final Tariff tariff;

  public Till(Tariff tariff) {
    this.tariff = Objects.requireNonNull(tariff);
  }

  public String receipt(String customer, int amount) {
    int left = tariff.reduced(customer, amount);
    if (left < 0) {
      return "nothing to pay";
    }
    String label = tariff.label();
    return label.isEmpty() ? "" + left : label + ": " + left;
  }

  public boolean isEarly() {
    return tariff.opensAt() < 6;
  }
}
