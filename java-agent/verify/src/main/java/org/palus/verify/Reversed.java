package org.palus.verify;

import java.util.Collections;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;

/** Runs the tests of a class in the order opposite to the one that JUnit itself takes. */
final class Reversed implements MethodOrderer {
  @Override
  public void orderMethods(MethodOrdererContext context) {
    Collections.reverse(context.getMethodDescriptors());
  }
}
