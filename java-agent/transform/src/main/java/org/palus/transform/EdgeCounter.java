package org.palus.transform;

/** Hands out the numbers of edges, one after the other. */
final class EdgeCounter {
  private int next;

  EdgeCounter(int first) {
    next = first;
  }

  /** The next number; each is given once. */
  int next() {
    return next++;
  }
}
