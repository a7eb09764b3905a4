package demo;

/** What is taken off. Nobody here implements it. */
interface Rates {
  int percent(Customer customer, int amount);

  String currency();
}
