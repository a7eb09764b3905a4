package demo;

/** A binary search tree of ints, not balanced; two are equal when they hold the same. */
public class SearchTree {
  private static final class Node {
    final int value;
    Node left;
    Node right;

    Node(int value) {
      this.value = value;
    }
  }

  private Node root;
  private int size;

  public boolean insert(int value) {
    Node added = new Node(value);
    if (root == null) {
      root = added;
      size++;
      return true;
    }
    Node at = root;
    while (at.value != value) {
      Node below = value < at.value ? at.left : at.right;
      if (below == null) {
        if (value < at.value) {
          at.left = added;
        } else {
          at.right = added;
        }
        size++;
        return true;
      }
      at = below;
    }
    return false;
  }

  public boolean contains(int value) {
    Node at = root;
    while (at != null && at.value != value) {
      at = value < at.value ? at.left : at.right;
    }
    return at != null;
  }

  public int depth() {
    return depth(root);
  }

  private static int depth(Node node) {
    return node == null ? 0 : 1 + Math.max(depth(node.left), depth(node.right));
  }

  private static boolean isIn(Node node, SearchTree tree) {
    return node == null
        || tree.contains(node.value) && isIn(node.left, tree) && isIn(node.right, tree);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SearchTree
        && size == ((SearchTree) other).size
        && isIn(root, (SearchTree) other);
  }

  @Override
  public int hashCode() {
    return size;
  }
}
