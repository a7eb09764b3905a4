package org.mockito.stubbing;

/** What tests use of it. */
public interface Answer<T> {}
