package org.palus.verify;

/** Which tests a test finds the traces of in the static fields of the code under test. */
enum Company {
  /** Of all that ran before it. */
  ALL,
  /** Of those of its class, as where each test class has a JVM of its own. */
  CLASS,
  /** Of none, as where somebody runs this one test. */
  NONE;

  /**
   * The company of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  static Company named(String name) {
    switch (name) {
      case "class":
        return CLASS;
      case "none":
        return NONE;
      default:
        throw new IllegalArgumentException(
            "the company " + name + " is none; give class or none, or leave it out");
    }
  }
}
