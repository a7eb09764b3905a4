package odd;

import java.util.concurrent.locks.LockSupport;

/** Waits for nobody when it has a successor. */
public class Waiting {
  Waiting next;

  public boolean repOk() {
    while (next != null && next != this) {
      LockSupport.park();
    }
    return next == null;
  }
}
