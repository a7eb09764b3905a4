package demo;

/** What is recorded: its calls must be in the model whatever way the program ends. */
public class Meter {
  private int reading;

  public void advance(int by) {
    reading += by;
  }

  public int reading() {
    return reading;
  }
}
