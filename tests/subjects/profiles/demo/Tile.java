package demo;

import java.lang.ref.WeakReference;

/** A field of every kind. */
class Tile extends Shape {
  enum Colour {
    RED,
    GREEN,
    BLUE
  }

  /** A weak reference: what it refers to is not looked at. */
  static class Handle extends WeakReference<Tile> {
    private int uses;

    Handle(Tile tile) {
      super(tile);
    }
  }

  /** Its outer object is a synthetic field, which does not count. */
  class Corner {
    private char letter;
  }

  private final boolean isLoose = true;
  private double weight = Double.NaN;
  private long area = -5;
  private Colour colour = Colour.BLUE;
  private Colour back;
  private int[] marks = {};
  private String[] names = {"a", null};
  private Object[] plain = {"a"};
  private float[] none;
  private Object other;

  Tile() {
    super(4);
  }
}
