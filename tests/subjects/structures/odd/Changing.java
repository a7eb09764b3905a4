package odd;

/** Forgets its successor when it is asked. */
public class Changing {
  Changing next;

  public boolean repOk() {
    next = null;
    return true;
  }
}
