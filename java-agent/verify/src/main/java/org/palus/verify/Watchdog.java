package org.palus.verify;

import java.time.Duration;

/** Acts when something that was started does not stop in time. */
final class Watchdog {
  private final long limitNanos;
  private final Runnable action;
  private final Thread thread = new Thread(this::watch, "palus-watchdog");
  private long startedNanos;
  private boolean isRunning;

  Watchdog(Duration limit, Runnable action) {
    limitNanos = limit.toNanos();
    this.action = action;
    thread.setDaemon(true);
    thread.start();
  }

  /** Something starts; what started before it is no longer watched. */
  synchronized void start() {
    isRunning = true;
    startedNanos = System.nanoTime();
    notifyAll();
  }

  /** It stopped. */
  synchronized void stop() {
    isRunning = false;
  }

  /** Nothing more will be started. */
  void end() {
    stop();
    thread.interrupt();
  }

  private void watch() {
    try {
      awaitLate();
      action.run();
    } catch (InterruptedException e) {
      // the end
    }
  }

  /** Returns when something takes too long. */
  private synchronized void awaitLate() throws InterruptedException {
    while (true) {
      long left = limitNanos - (System.nanoTime() - startedNanos);
      if (!isRunning) {
        wait();
      } else if (left <= 0) {
        return;
      } else {
        // rounded up, so that it never waits for 0, which would be for ever
        wait(left / 1_000_000 + 1);
      }
    }
  }
}
