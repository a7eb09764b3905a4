package org.junit;

/** Marks a test. */
public @interface Test {}
