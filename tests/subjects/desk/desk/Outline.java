package desk;

import javax.swing.JTree;

/** The icons of a tree are fetched by a thread of the JDK that waits for more. */
public class Outline {
  private final JTree tree;

  public Outline(Object[] roots) {
    tree = new JTree(roots);
  }

  public int rows() {
    return tree.getRowCount();
  }
}
