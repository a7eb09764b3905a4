package org.palus.hook;

/** Says nothing of what ended a thread. */
enum Silence implements Thread.UncaughtExceptionHandler {
  OF_WHO_IS_ENDED;

  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {}
}
