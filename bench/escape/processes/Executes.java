package processes;

import java.io.IOException;
import outside.Outside;

/** Starts another program in the older way. */
public class Executes {
  public int remove() throws IOException, InterruptedException {
    return Runtime.getRuntime()
        .exec(new String[] {"rm", "-rf", Outside.canary().toString()})
        .waitFor();
  }

  @SuppressWarnings("deprecation")
  public int text() throws IOException, InterruptedException {
    return Runtime.getRuntime().exec("touch " + Outside.canary().resolve("stain")).waitFor();
  }
}
