package org.mockito.stubbing;

/** What tests use of it. */
public interface Stubber {
  <T> T when(T mock);

  Stubber doThrow(Throwable... toBeThrown);
}
