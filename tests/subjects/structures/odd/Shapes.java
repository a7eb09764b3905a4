package odd;

import java.util.List;

/** Holds what is abstract, flags of both kinds, and what nobody can make. */
public class Shapes {
  enum Colour {
    RED,
    GREEN
  }

  abstract static class Shape {
    Colour colour;
  }

  static class Circle extends Shape {
    long radius;
  }

  static final class Square extends Shape {
    Shape within;
    private Object label = "square";
  }

  private record Pin(Shape first) {}

  Shape shape;
  Pin pin;
  List<Shape> all;

  public boolean repOk() {
    if (shape instanceof Circle circle) {
      return circle.radius == 1 && circle.colour == Colour.GREEN && pin == null;
    }
    if (shape instanceof Square square) {
      return square.within instanceof Circle && square.colour == null && square.label != null;
    }
    return pin != null && pin.first() == null;
  }
}
