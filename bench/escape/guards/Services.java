package guards;

import java.lang.System.Logger;
import java.util.spi.ToolProvider;

/** Offers itself to whoever looks for services. */
public class Services extends System.LoggerFinder {
  @Override
  public Logger getLogger(String name, Module module) {
    Runtime.getRuntime().halt(25);
    return null;
  }

  public int tools() {
    return ToolProvider.findFirst("jlink")
        .map(tool -> tool.run(System.out, System.err, "--help"))
        .orElse(1);
  }
}
