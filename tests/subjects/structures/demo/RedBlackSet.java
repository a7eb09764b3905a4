package demo;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** A set of numbers in a red-black tree. */
public class RedBlackSet {
  private static final int BROKEN = -1;

  Node root;
  int size;

  static class Node {
    int key;
    boolean isRed;
    Node left;
    Node right;
    Node parent;
  }

  public int size() {
    return size;
  }

  public boolean contains(int key) {
    return find(key) != null;
  }

  private Node find(int key) {
    Node node = root;
    while (node != null && node.key != key) {
      node = key < node.key ? node.left : node.right;
    }
    return node;
  }

  public boolean insert(int key) {
    Node parent = null;
    for (Node node = root; node != null; node = key < node.key ? node.left : node.right) {
      if (node.key == key) {
        return false;
      }
      parent = node;
    }
    Node made = new Node();
    made.key = key;
    made.isRed = true;
    made.parent = parent;
    if (parent == null) {
      root = made;
    } else if (key < parent.key) {
      parent.left = made;
    } else {
      parent.right = made;
    }
    size++;
    balanceInserted(made);
    return true;
  }

  private void balanceInserted(Node inserted) {
    Node node = inserted;
    while (isRed(node.parent)) {
      Node parent = node.parent;
      Node grand = parent.parent;
      boolean isLeft = parent == grand.left;
      Node uncle = isLeft ? grand.right : grand.left;
      if (isRed(uncle)) {
        parent.isRed = false;
        uncle.isRed = false;
        grand.isRed = true;
        node = grand;
      } else {
        if (node == (isLeft ? parent.right : parent.left)) {
          rotate(parent, isLeft);
          node = parent;
          parent = node.parent;
        }
        parent.isRed = false;
        grand.isRed = true;
        rotate(grand, !isLeft);
      }
    }
    root.isRed = false;
  }

  public boolean remove(int key) {
    Node node = find(key);
    if (node == null) {
      return false;
    }
    size--;
    if (node.left != null && node.right != null) {
      Node next = node.right;
      while (next.left != null) {
        next = next.left;
      }
      node.key = next.key;
      node = next;
    }
    Node child = node.left != null ? node.left : node.right;
    Node parent = node.parent;
    boolean isLeft = parent != null && parent.left == node;
    replace(node, child);
    if (!node.isRed) {
      balanceRemoved(child, parent, isLeft);
    }
    return true;
  }

  /** One black node is missing on the paths through {@code node}. */
  private void balanceRemoved(Node child, Node above, boolean isLeftOfAbove) {
    Node node = child;
    Node parent = above;
    boolean isLeft = isLeftOfAbove;
    while (parent != null && !isRed(node)) {
      Node sibling = isLeft ? parent.right : parent.left;
      if (sibling.isRed) {
        sibling.isRed = false;
        parent.isRed = true;
        rotate(parent, isLeft);
        sibling = isLeft ? parent.right : parent.left;
      }
      if (!isRed(sibling.left) && !isRed(sibling.right)) {
        sibling.isRed = true;
        node = parent;
        parent = node.parent;
        isLeft = parent != null && parent.left == node;
      } else {
        if (!isRed(isLeft ? sibling.right : sibling.left)) {
          (isLeft ? sibling.left : sibling.right).isRed = false;
          sibling.isRed = true;
          rotate(sibling, !isLeft);
          sibling = isLeft ? parent.right : parent.left;
        }
        sibling.isRed = parent.isRed;
        parent.isRed = false;
        (isLeft ? sibling.right : sibling.left).isRed = false;
        rotate(parent, isLeft);
        return;
      }
    }
    if (node != null) {
      node.isRed = false;
    }
  }

  private static boolean isRed(Node node) {
    return node != null && node.isRed;
  }

  private void rotate(Node node, boolean isToLeft) {
    Node child = isToLeft ? node.right : node.left;
    replace(node, child);
    Node inner = isToLeft ? child.left : child.right;
    if (isToLeft) {
      node.right = inner;
      child.left = node;
    } else {
      node.left = inner;
      child.right = node;
    }
    node.parent = child;
    if (inner != null) {
      inner.parent = node;
    }
  }

  private void replace(Node node, Node other) {
    if (node.parent == null) {
      root = other;
    } else if (node.parent.left == node) {
      node.parent.left = other;
    } else {
      node.parent.right = other;
    }
    if (other != null) {
      other.parent = node.parent;
    }
  }

  public boolean repOk() {
    if (root == null) {
      return size == 0;
    }
    Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    return isTree(root, null, seen)
        && seen.size() == size
        && !root.isRed
        && blackHeight(root) != BROKEN
        && isSorted(root, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static boolean isTree(Node node, Node parent, Set<Node> seen) {
    return node == null
        || seen.add(node)
            && node.parent == parent
            && isTree(node.left, node, seen)
            && isTree(node.right, node, seen);
  }

  private static int blackHeight(Node node) {
    if (node == null) {
      return 0;
    }
    if (node.isRed && (isRed(node.left) || isRed(node.right))) {
      return BROKEN;
    }
    int left = blackHeight(node.left);
    if (left == BROKEN || left != blackHeight(node.right)) {
      return BROKEN;
    }
    return left + (node.isRed ? 0 : 1);
  }

  private static boolean isSorted(Node node, long low, long high) {
    return node == null
        || low < node.key
            && node.key < high
            && isSorted(node.left, low, node.key)
            && isSorted(node.right, node.key, high);
  }
}
