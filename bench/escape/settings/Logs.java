package settings;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** Changes where reports go. */
public class Logs {
  public int reset() {
    LogManager.getLogManager().reset();
    return 1;
  }

  public int level() {
    Logger.getLogger("").setLevel(Level.ALL);
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      Logger.getLogger("").removeHandler(handler);
    }
    return 2;
  }
}
