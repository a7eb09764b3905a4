import java.nio.file.Files;
import java.nio.file.Path;

/** Many objects, many calls on each; says at the end how much memory the process has. */
public final class Cells {
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

  private Cells() {}

  /** Arguments: how many objects, how many calls on each, how many of the objects stay. */
  public static void main(String[] args) throws Exception {
    int objects = Integer.parseInt(args[0]);
    int calls = Integer.parseInt(args[1]);
    Cell[] kept = new Cell[Integer.parseInt(args[2])];
    long sum = 0;
    for (int i = 0; i < objects; i++) {
      Cell cell = new Cell(i);
      if (i < kept.length) {
        kept[i] = cell;
      }
      for (int j = 0; j < calls; j++) {
        sum += cell.add(j);
      }
    }
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        System.out.println(line.replaceAll("[^0-9]", "") + " " + sum + " " + kept.length);
      }
    }
  }
}
