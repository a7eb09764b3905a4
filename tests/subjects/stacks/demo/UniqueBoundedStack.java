package demo;

/** Holds two different numbers; what is pushed again moves to the top. */
public class UniqueBoundedStack {
  private final int max = 2;
  private final int[] elems = new int[max];
  private int numberOfElements;

  public void push(int number) {
    int place = 0;
    while (place < numberOfElements && elems[place] != number) {
      place++;
    }
    if (place == max) {
      return;
    }
    if (place == numberOfElements) {
      numberOfElements++;
    }
    for (; place < numberOfElements - 1; place++) {
      elems[place] = elems[place + 1];
    }
    elems[numberOfElements - 1] = number;
  }

  /** The last number; -1 when there is none. */
  public int top() {
    return numberOfElements == 0 ? -1 : elems[numberOfElements - 1];
  }

  public boolean isEmpty() {
    return numberOfElements == 0;
  }

  public boolean isMember(int number) {
    for (int place = 0; place < numberOfElements; place++) {
      if (elems[place] == number) {
        return true;
      }
    }
    return false;
  }

  public int getNumberOfElements() {
    return numberOfElements;
  }
}
