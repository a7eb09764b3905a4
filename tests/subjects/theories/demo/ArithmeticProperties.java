package demo;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Properties in the way of jqwik, one of which does not hold. */
public class ArithmeticProperties {
  @Property
  boolean additionCommutes(@ForAll int one, @ForAll int other) {
    return one + other == other + one;
  }

  /** Wrong for the smallest number. */
  @Property
  boolean absoluteValuesAreNotNegative(@ForAll int number) {
    return Math.abs(number) >= 0;
  }
}
