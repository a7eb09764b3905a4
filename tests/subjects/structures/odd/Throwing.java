package odd;

/** Takes it for granted that there is a successor. */
public class Throwing {
  Throwing next;

  public boolean repOk() {
    return next.next == null;
  }
}
