package demo;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** A set of numbers in a binary search tree. */
public class SearchTree {
  Node root;
  int size;

  class Node {
    final int key;
    Node left;
    Node right;

    Node(int key) {
      this.key = key;
    }
  }

  public boolean add(int key) {
    Node made = new Node(key);
    if (root == null) {
      root = made;
      size++;
      return true;
    }
    Node node = root;
    while (node.key != key) {
      Node next = key < node.key ? node.left : node.right;
      if (next == null) {
        if (key < node.key) {
          node.left = made;
        } else {
          node.right = made;
        }
        size++;
        return true;
      }
      node = next;
    }
    return false;
  }

  public int size() {
    return size;
  }

  public boolean repOk() {
    Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    return isTree(root, seen)
        && seen.size() == size
        && isSorted(root, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static boolean isTree(Node node, Set<Node> seen) {
    return node == null || seen.add(node) && isTree(node.left, seen) && isTree(node.right, seen);
  }

  private static boolean isSorted(Node node, long low, long high) {
    return node == null
        || low < node.key
            && node.key < high
            && isSorted(node.left, low, node.key)
            && isSorted(node.right, node.key, high);
  }
}
