package demo;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** A binary tree whose subtrees differ in height by one at most. */
public class AvlTree {
  private static final int BROKEN = -1;

  AvlTree left;
  AvlTree right;

  public boolean repOk() {
    return height(this, Collections.newSetFromMap(new IdentityHashMap<>())) != BROKEN;
  }

  private static int height(AvlTree tree, Set<AvlTree> seen) {
    if (tree == null) {
      return 0;
    }
    if (!seen.add(tree)) {
      return BROKEN;
    }
    int left = height(tree.left, seen);
    int right = left == BROKEN ? BROKEN : height(tree.right, seen);
    return right == BROKEN || Math.abs(left - right) > 1 ? BROKEN : 1 + Math.max(left, right);
  }
}
