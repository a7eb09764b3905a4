package demo;

/** Very many small objects, all alive at once. */
public final class Crowd {
  static final class Cell {
    private int value;

    Cell(int value) {
      this.value = value;
    }

    int add(int more) {
      value += more;
      return value;
    }
  }

  private Crowd() {}

  public static void main(String[] args) {
    Cell[] kept = new Cell[4_000_000];
    long sum = 0;
    for (int i = 0; i < kept.length; i++) {
      kept[i] = new Cell(i);
      sum += kept[i].add(1);
    }
    System.out.println(kept[7].add(0) + " " + sum);
  }
}
