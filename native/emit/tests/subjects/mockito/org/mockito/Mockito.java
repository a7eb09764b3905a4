package org.mockito;

import org.mockito.stubbing.Answer;
import org.mockito.stubbing.OngoingStubbing;
import org.mockito.stubbing.Stubber;

/** What tests use of it. */
public class Mockito extends ArgumentMatchers {
  public static final Answer<Object> CALLS_REAL_METHODS = null;

  public static <T> T mock(Class<T> classToMock) {
    return null;
  }

  public static <T> T mock(Class<T> classToMock, @SuppressWarnings("rawtypes") Answer defaultAnswer) {
    return null;
  }

  public static <T> OngoingStubbing<T> when(T methodCall) {
    return null;
  }

  public static Stubber doThrow(Throwable... toBeThrown) {
    return null;
  }
}
