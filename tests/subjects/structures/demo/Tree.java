package demo;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** A binary tree that holds nothing. */
public class Tree {
  Tree left;
  Tree right;

  public boolean repOk() {
    return isTree(this, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static boolean isTree(Tree tree, Set<Tree> seen) {
    return tree == null || seen.add(tree) && isTree(tree.left, seen) && isTree(tree.right, seen);
  }
}
