package demo;

/** A binary tree. */
public class Node {
  public Node left;
  public Node right;
  int asked;

  public int size() {
    asked++;
    return 1 + (left == null ? 0 : left.size()) + (right == null ? 0 : right.size());
  }
}
