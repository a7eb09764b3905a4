package demo;

import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;

/** Passes objects and arrays, each once. */
public class Main {
  static int take(Object object) {
    return object == null ? 0 : 1;
  }

  public static void main(String[] args) {
    Tile tile = new Tile();
    Main.take(tile);
    Main.take(tile.new Corner());
    Main.take(new Tile.Handle(tile));
    Main.take(new ArrayList<>());
    Main.take(new MathContext(3, RoundingMode.DOWN));
    Main.take(new int[] {1, 2});
    Main.take(new Object[] {"x", 7, null});
    Main.take(new Object[] {tile});
    if (Tile.made != 1) {
      throw new IllegalStateException();
    }
  }
}
