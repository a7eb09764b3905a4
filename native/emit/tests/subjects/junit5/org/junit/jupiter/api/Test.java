package org.junit.jupiter.api;

/** Marks a test. */
public @interface Test {}
