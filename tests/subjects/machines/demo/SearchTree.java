package demo;

/** A binary search tree of ints, not balanced. */
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

  public void insert(int value) {
    root = insert(root, value);
  }

  private static Node insert(Node node, int value) {
    if (node == null) {
      return new Node(value);
    }
    if (value < node.value) {
      node.left = insert(node.left, value);
    } else if (value > node.value) {
      node.right = insert(node.right, value);
    }
    return node;
  }

  public void remove(int value) {
    root = remove(root, value);
  }

  private static Node remove(Node node, int value) {
    if (node == null) {
      return null;
    }
    if (value < node.value) {
      node.left = remove(node.left, value);
    } else if (value > node.value) {
      node.right = remove(node.right, value);
    } else if (node.left == null) {
      return node.right;
    } else if (node.right == null) {
      return node.left;
    } else {
      Node least = node.right;
      while (least.left != null) {
        least = least.left;
      }
      Node joined = new Node(least.value);
      joined.left = node.left;
      joined.right = remove(node.right, least.value);
      return joined;
    }
    return node;
  }

  public boolean contains(int value) {
    Node node = root;
    while (node != null && node.value != value) {
      node = value < node.value ? node.left : node.right;
    }
    return node != null;
  }
}
