package demo;

/** Asserts what the classes beside it promise; it checks nothing where assertions are off. */
class Gauge {
  private int level;

  void fill(int litres) {
    assert litres > 0 : litres;
    level += litres;
  }

  int drain(int litres) {
    assert litres > 0 && litres <= level;
    level -= litres;
    return level;
  }

  boolean isFull() {
    return level >= 3;
  }
}
