package demo;

import java.util.ArrayDeque;

/** The deque of the JDK with a fault: what is polled at the end stays there. */
public class ForgetfulDeque<E> extends ArrayDeque<E> {
  private static final long serialVersionUID = 1;

  @Override
  public E pollLast() {
    return peekLast();
  }
}
