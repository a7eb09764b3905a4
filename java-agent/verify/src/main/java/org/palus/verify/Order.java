package org.palus.verify;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** In which order the classes of a list run, and the tests of each. */
final class Order {
  private static final String METHODS = "junit.jupiter.testmethod.order.default";
  private static final String SEED = "junit.jupiter.execution.order.random.seed";

  private final Kind kind;
  private final long seed;

  private Order(Kind kind, long seed) {
    this.kind = kind;
    this.seed = seed;
  }

  private enum Kind {
    USUAL,
    REVERSED,
    SHUFFLED
  }

  /**
   * The order of that name.
   *
   * @param name {@code usual}: classes by name, and their tests as JUnit itself orders them; {@code
   *     reversed}: just the other way round; or the seed of a shuffled one
   * @throws IllegalArgumentException when it is none of them
   */
  static Order named(String name) {
    switch (name) {
      case "usual":
        return new Order(Kind.USUAL, 0);
      case "reversed":
        return new Order(Kind.REVERSED, 0);
      default:
        try {
          return new Order(Kind.SHUFFLED, Long.parseLong(name));
        } catch (NumberFormatException e) {
          throw new IllegalArgumentException(
              "the order " + name + " is none; give usual, reversed or a whole number");
        }
    }
  }

  /** Puts the classes of each part into their order. */
  void apply(List<List<String>> parts) {
    if (kind == Kind.SHUFFLED) {
      Random random = new Random(seed);
      parts.forEach(part -> Collections.shuffle(part, random));
      return;
    }
    parts.forEach(Collections::sort);
    if (kind == Kind.REVERSED) {
      parts.forEach(Collections::reverse);
    }
  }

  /** What JUnit Jupiter is to be told; JUnit 4 has one order of methods alone. */
  Map<String, String> parameters() {
    switch (kind) {
      case SHUFFLED:
        return Map.of(
            METHODS,
            "org.junit.jupiter.api.MethodOrderer$Random",
            SEED,
            Long.toString(seed));
      case REVERSED:
        return Map.of(METHODS, Reversed.class.getName());
      default:
        return Map.of();
    }
  }
}
