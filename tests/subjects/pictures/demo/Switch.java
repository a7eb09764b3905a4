package demo;

/** Three states: before, made, flipped. */
public class Switch {
  private boolean on;

  public void flip() {
    on = !on;
  }
}
