package demo;

/** A set of numbers in a binary search tree. */
public class SearchTree {
  private static final class Node {
    int value;
    Node left;
    Node right;

    Node(int value) {
      this.value = value;
    }
  }

  private Node root;
  private int size;

  public void insert(int x) {
    if (root == null) {
      root = new Node(x);
    } else {
      Node t = root;
      while (true) {
        if (t.value < x) {
          if (t.right == null) {
            t.right = new Node(x);
            break;
          }
          t = t.right;
        } else if (t.value > x) {
          if (t.left == null) {
            t.left = new Node(x);
            break;
          }
          t = t.left;
        } else {
          return;
        }
      }
    }
    size++;
  }

  public void remove(int x) {
    root = remove(root, x);
  }

  private Node remove(Node node, int x) {
    if (node == null) {
      return null;
    }
    if (node.value < x) {
      node.right = remove(node.right, x);
    } else if (node.value > x) {
      node.left = remove(node.left, x);
    } else if (node.left == null) {
      size--;
      return node.right;
    } else if (node.right == null) {
      size--;
      return node.left;
    } else {
      Node least = node.right;
      while (least.left != null) {
        least = least.left;
      }
      node.value = least.value;
      node.right = remove(node.right, least.value);
    }
    return node;
  }
}
