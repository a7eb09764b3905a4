package demo;

/** Shows only what it is asked for. */
public class Asked {
  private int value;

  public void set(int value) {
    this.value = value;
  }

  public boolean is(int value) {
    return this.value == value;
  }
}
