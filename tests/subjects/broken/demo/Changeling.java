package demo;

/** Its clones forget its value. Breaks clone-equal. */
public class Changeling implements Cloneable {
  private int value;

  public Changeling(int value) {
    this.value = value;
  }

  @Override
  public Changeling clone() {
    try {
      Changeling clone = (Changeling) super.clone();
      clone.value = 0;
      return clone;
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Changeling && ((Changeling) other).value == value;
  }

  @Override
  public int hashCode() {
    return value;
  }
}
