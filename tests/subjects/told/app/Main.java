package app;

/** Runs the tests. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    CheckoutTest tests = new CheckoutTest();
    tests.partnersPayLess();
    tests.othersPayInFull();
    tests.transfersAmongPartners();
    tests.greetsByName();
  }
}
