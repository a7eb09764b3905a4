package demo;

public final class Customer {
  private final String name;
  private final int years;

  public Customer(String name, int years) {
    if (name == null || years < 0) {
      throw new IllegalArgumentException("a customer has a name, and has been one for some years");
    }
    this.name = name;
    this.years = years;
  }

  public String name() {
    return name;
  }

  public int years() {
    return years;
  }
}
