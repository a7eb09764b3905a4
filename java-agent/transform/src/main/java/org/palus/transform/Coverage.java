package org.palus.transform;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.palus.transform.ConstructorStates.State;

/**
 * Which stretches of a method's code a handler is to cover, by what is known of {@code this} in
 * them.
 */
final class Coverage {
  private final MethodVisitor mv;
  private final List<Range> ranges = new ArrayList<>();
  private State covered = State.UNREACHABLE;
  private Label from;

  Coverage(MethodVisitor mv) {
    this.mv = mv;
  }

  /** From here on the code is in this state; {@code UNREACHABLE} is covered by no handler. */
  void cover(State state) {
    if (state == covered) {
      return;
    }
    Label here = new Label();
    mv.visitLabel(here);
    if (covered != State.UNREACHABLE) {
      ranges.add(new Range(covered, from, here));
    }
    covered = state;
    from = here;
  }

  /** Covers the code in this state by a handler. Says whether there is any. */
  boolean handle(State state, Label handler) {
    boolean isUsed = false;
    for (Range range : ranges) {
      if (range.state == state) {
        mv.visitTryCatchBlock(range.start, range.end, handler, null);
        isUsed = true;
      }
    }
    return isUsed;
  }

  /** A stretch of code that one handler covers. */
  private static final class Range {
    final State state;
    final Label start;
    final Label end;

    Range(State state, Label start, Label end) {
      this.state = state;
      this.start = start;
      this.end = end;
    }
  }
}
