package inner;

/** Has no name elsewhere. */
class Lid {
  private final int size;

  Lid(int size) {
    this.size = size;
  }

  public boolean fits(int other) {
    return size == other;
  }

  @Override
  public String toString() {
    return "lid of " + size;
  }
}
