package demo;

/** Loaded only when it is asked for. */
public class Late {
  private boolean touched;

  public void touch() {
    touched = true;
  }

  public boolean touched() {
    return touched;
  }
}
