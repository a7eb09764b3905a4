package org.palus.enumerate;

/** Who says what fields hold. */
interface Chooser {
  /** A field is about to be read, perhaps not for the first time. */
  void read(Cell cell, int place);
}
