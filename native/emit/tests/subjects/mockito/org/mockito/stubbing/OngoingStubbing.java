package org.mockito.stubbing;

/** What tests use of it. */
public interface OngoingStubbing<T> {
  OngoingStubbing<T> thenReturn(T value);

  @SuppressWarnings({"unchecked", "varargs"})
  OngoingStubbing<T> thenReturn(T value, T... values);

  OngoingStubbing<T> thenThrow(Throwable... throwables);
}
