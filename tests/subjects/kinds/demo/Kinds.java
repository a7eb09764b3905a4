package demo;

import java.util.function.IntUnaryOperator;

/** One class of every kind that the language has, each with a call that no other has. */
public class Kinds {
  private int sum;

  /** An inner class has a hidden parameter. */
  public class Inner {
    public int inInner(int by) {
      sum += by;
      return sum;
    }
  }

  /** A nested one has not. */
  public static class Nested {
    public int inNested() {
      return 2;
    }
  }

  /** Constants with bodies are classes of their own. */
  public enum Colour {
    RED,
    GREEN {
      @Override
      public int inConstant() {
        return 4;
      }
    };

    public int inConstant() {
      return 3;
    }
  }

  /** Its accessors are the compiler's. */
  public record Point(int x, int y) {
    public Point {
      if (x < 0) {
        throw new IllegalArgumentException("negative");
      }
    }

    public int inRecord() {
      return x + y;
    }
  }

  /** Has every kind of method that an interface can have. */
  public sealed interface Shape permits Square {
    int area();

    default int inDefault() {
      return inPrivate() + inStatic();
    }

    private int inPrivate() {
      return area();
    }

    static int inStatic() {
      return 1;
    }
  }

  /** The only one. */
  public static final class Square implements Shape {
    @Override
    public int area() {
      return 9;
    }
  }

  public int local() {
    class Local {
      int inLocal() {
        return 5;
      }
    }
    Object anonymous =
        new Object() {
          @Override
          public int hashCode() {
            return inAnonymous();
          }

          int inAnonymous() {
            return 6;
          }
        };
    return new Local().inLocal() + anonymous.hashCode();
  }

  public int lambda(int from) {
    IntUnaryOperator next = n -> twice(n) + 1;
    IntUnaryOperator reference = Kinds::twice;
    return next.applyAsInt(reference.applyAsInt(from));
  }

  private static int twice(int n) {
    return 2 * n;
  }
}
