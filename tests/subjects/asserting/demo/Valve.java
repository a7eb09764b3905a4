package demo;

/** Asserts what it is given, and is public: whoever breaks that has shown no defect of it. */
public class Valve {
  private int turns;

  public int open(int by) {
    assert by > 0 && by < 3 : by;
    turns += by;
    return turns;
  }
}
