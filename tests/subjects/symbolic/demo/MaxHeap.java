package demo;

/** A heap in an array, the greatest number first. */
public class MaxHeap {
  private Integer[] array = new Integer[5];
  private int size;

  public void insert(int value) {
    if (size == array.length) {
      Integer[] longer = new Integer[2 * size + 1];
      System.arraycopy(array, 0, longer, 0, size);
      array = longer;
    }
    int at = size++;
    while (at > 0 && array[(at - 1) / 2] < value) {
      array[at] = array[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    array[at] = value;
  }

  public int extractMax() {
    if (size == 0) {
      throw new IllegalStateException("the heap is empty");
    }
    int max = array[0];
    int moved = array[--size];
    array[size] = null;
    if (size > 0) {
      sink(moved);
    }
    return max;
  }

  private void sink(int value) {
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && array[child] < array[child + 1]) {
        child++;
      }
      if (array[child] <= value) {
        break;
      }
      array[at] = array[child];
      at = child;
    }
    array[at] = value;
  }
}
