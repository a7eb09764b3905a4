package demo;

import java.util.TimerTask;

/** Takes an abstract class of the JDK that has no usual value. */
public final class Alarm {
  private Alarm() {}

  public static String state(TimerTask task) {
    return task.cancel() ? "scheduled" : task.scheduledExecutionTime() == 0 ? "idle" : "over";
  }
}
