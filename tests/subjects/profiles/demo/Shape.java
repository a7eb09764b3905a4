package demo;

/** What profiles tell of inherited fields: `sides` first, though a subclass is what is passed. */
class Shape {
  static int made;
  private final int sides;

  Shape(int sides) {
    this.sides = sides;
    made++;
  }
}
