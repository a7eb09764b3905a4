package org.palus.enumerate;

/** What a field is to an enumeration. */
enum Kind {
  /** It holds an object of the program, or null. */
  LINK('L'),

  /** It holds the object that encloses its own: nothing is chosen. */
  OUTER('O'),

  /** A boolean or an enum constant: structures that differ in one are two. */
  FLAG('F'),

  /** A number, a box or a string: structures that differ in nothing else are one. */
  NUMBER('N');

  /** As the command line tells it. */
  final char letter;

  Kind(char letter) {
    this.letter = letter;
  }

  /** Whether the field is one of its extension's. */
  boolean isLink() {
    return this == LINK || this == OUTER;
  }
}
