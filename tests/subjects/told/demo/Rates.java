package demo;

/** What the day's rates are. */
public interface Rates {
  int percent(String tier);

  long today();
}
