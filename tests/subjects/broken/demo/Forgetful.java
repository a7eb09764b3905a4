package demo;

import java.io.Serializable;

/** Does not write its value. Breaks serializable-round-trip, which has to be named. */
public class Forgetful implements Serializable {
  private static final long serialVersionUID = 1;

  private final transient int value;

  public Forgetful(int value) {
    this.value = value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Forgetful && ((Forgetful) other).value == value;
  }

  @Override
  public int hashCode() {
    return value;
  }
}
