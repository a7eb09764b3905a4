package desk;

import java.awt.EventQueue;

/** What is left to the thread of a user interface. */
public class Later {
  private int done;

  public void soon(int amount) {
    EventQueue.invokeLater(() -> done += amount);
  }

  public int done() {
    return done;
  }
}
