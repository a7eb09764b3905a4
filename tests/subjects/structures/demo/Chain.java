package demo;

/** A list that ends. */
public class Chain {
  final Chain next;

  public Chain(Chain next) {
    this.next = next;
  }

  public boolean repOk() {
    int length = 0;
    for (Chain at = this; at != null; at = at.next) {
      if (++length > 100) {
        return false;
      }
    }
    return true;
  }
}
