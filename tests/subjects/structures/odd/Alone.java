package odd;

/** Links to nothing. */
public class Alone {
  int number;

  public boolean repOk() {
    return number == 0;
  }
}
