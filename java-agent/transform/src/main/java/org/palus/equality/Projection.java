package org.palus.equality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a method read of a state, as a text that is equal where the same was read of equal objects:
 * breadth first, objects by their numbers. Of an array of which an element was read the length
 * counts. What is read inside of the JDK is not seen: its objects, and arrays that nothing else was
 * seen to read, count as a whole.
 */
final class Projection {
  private final List<Node> nodes;
  private final Object[] made;
  private final ClassLoader loader;
  private final Map<Object, Set<Object>> reads;
  private final List<Integer> order = new ArrayList<>();
  private final int[] numbers;

  private Projection(
      List<Node> nodes, Object[] made, ClassLoader loader, Map<Object, Set<Object>> reads) {
    this.nodes = nodes;
    this.made = made;
    this.loader = loader;
    this.reads = reads;
    numbers = new int[nodes.size()];
    Arrays.fill(numbers, -1);
  }

  /** Of the first node; {@code loader} loaded the program. */
  static String of(
      List<Node> nodes, Object[] made, ClassLoader loader, Map<Object, Set<Object>> reads) {
    return new Projection(nodes, made, loader, reads).text();
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    meet(0);
    for (int i = 0; i < order.size(); i++) {
      node(text, order.get(i));
    }
    return text.toString();
  }

  private int meet(int node) {
    if (numbers[node] < 0) {
      numbers[node] = order.size();
      order.add(node);
    }
    return numbers[node];
  }

  private void node(StringBuilder text, int number) {
    Node node = nodes.get(number);
    Object object = made[number];
    Set<Object> seen = reads.getOrDefault(object, Set.of());
    boolean isArray = object.getClass().isArray();
    boolean isWhole = isArray ? seen.isEmpty() : object.getClass().getClassLoader() != loader;
    text.append(node.type).append('{');
    if (isArray) {
      text.append(node.slots.size());
    }
    for (int i = 0; i < node.slots.size(); i++) {
      Object name = node.kind == 'F' ? node.names.get(i) : Integer.valueOf(i);
      if (isWhole || seen.contains(name)) {
        text.append(' ').append(name).append('=');
        slot(text, node.slots.get(i));
      }
    }
    if (node.head != null) {
      text.append(" by ");
      slot(text, node.head);
    }
    text.append("}\n");
  }

  private void slot(StringBuilder text, String slot) {
    int target = Node.target(slot);
    if (target < 0) {
      text.append(slot);
    } else {
      text.append('#').append(meet(target));
    }
  }
}
