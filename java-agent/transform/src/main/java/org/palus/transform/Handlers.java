package org.palus.transform;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Label;

/**
 * The program's own exception handlers in one method, as its labels go by.
 *
 * <p>A handler that covers itself is special: compilers make one for each {@code synchronized}
 * block. Code put at its start that fails, for want of stack for instance, would be caught by it
 * again and again, for ever.
 */
final class Handlers {
  private final List<Label[]> blocks = new ArrayList<>();
  private final Set<Label> starts = new HashSet<>();
  private final Set<Label> visited = new HashSet<>();

  /** Blocks are announced before any of their labels. */
  void block(Label start, Label end, Label handler) {
    blocks.add(new Label[] {start, end, handler});
    starts.add(handler);
  }

  /** Notes that the code has reached a label. */
  void reach(Label label) {
    visited.add(label);
  }

  /** Whether the code has reached the label before. */
  boolean isReached(Label label) {
    return visited.contains(label);
  }

  boolean isHandler(Label label) {
    return starts.contains(label);
  }

  /** Whether the handler that starts at this label, which was just reached, covers its start. */
  boolean coversItself(Label label) {
    return blocks.stream()
        .anyMatch(block -> block[2] == label && isReached(block[0]) && !isReached(block[1]));
  }
}
