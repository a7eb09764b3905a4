package odd;

/** Goes round a ring for ever. */
public class Endless {
  Endless next;

  public boolean repOk() {
    Endless last = this;
    while (last.next != null) {
      last = last.next;
    }
    return true;
  }
}
