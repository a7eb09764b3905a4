package demo;

import java.io.File;
import java.io.IOException;

/** Uses a file of the working directory for a moment. */
public final class Slate {
  private final File file = new File("slate");

  public boolean isWritable() throws IOException {
    return file.createNewFile() && file.delete();
  }
}
