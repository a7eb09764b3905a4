package demo;

import java.util.ArrayDeque;

/** The deque of the JDK by another name. */
public class FaithfulDeque<E> extends ArrayDeque<E> {
  private static final long serialVersionUID = 1;
}
