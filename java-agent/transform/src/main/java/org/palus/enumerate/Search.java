package org.palus.enumerate;

import java.util.IdentityHashMap;
import java.util.Map;

/** A way to come to all structures of a scope. */
abstract class Search implements Chooser {
  /** The objects of the run. */
  final Map<Object, Cell> known = new IdentityHashMap<>();

  final Layouts layouts;
  final Layout receiver;
  final int scope;
  private final Trial trial;
  private final Results results;

  Search(Layouts layouts, Layout receiver, int scope, Trial trial, Results results) {
    this.layouts = layouts;
    this.receiver = receiver;
    this.scope = scope;
    this.trial = trial;
    this.results = results;
  }

  /** Finds them all, or until the results are enough. */
  abstract void run();

  /** The object on which the method is called. */
  abstract Cell root();

  /** Whether the method accepts the structure; what it reads is chosen on the way. */
  final boolean isAccepted() {
    return results.ran(trial.accepts(this, root().object, known.values()));
  }

  /** How many beginnings wait that were not followed. */
  abstract long left();

  /** Whether nothing more is wanted. */
  final boolean isOver() {
    return results.isOver();
  }

  /** Takes the structure of the last run; {@code mayRepeat} when an earlier one may look like it. */
  final void found(boolean mayRepeat) {
    results.found(new Structure(root(), known, layouts.all().size()), mayRepeat);
  }

  /** All of so many objects are found. */
  final void sizeIsDone(int size) {
    results.sizeIsDone(size);
  }

  /** Has objects of inner classes know the one that encloses them: the first that fits. */
  final void enclose(Cell cell) {
    for (Place place : cell.layout.places) {
      if (place.kind == Kind.OUTER) {
        for (Cell other : enclosing()) {
          if (place.field.getType().isInstance(other.object)) {
            place.set(cell.object, other.object);
            break;
          }
        }
      }
    }
  }

  /** Objects in the order in which they were made. */
  abstract Iterable<Cell> enclosing();
}
