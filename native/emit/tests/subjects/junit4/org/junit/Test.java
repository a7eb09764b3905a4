package org.junit;

/** Marks a test. */
public @interface Test {
  Class<? extends Throwable> expected() default Throwable.class;
}
