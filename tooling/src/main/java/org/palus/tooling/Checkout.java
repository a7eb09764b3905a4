package org.palus.tooling;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where folders are as everybody sees them who works on the repository; findings name sources that
 * way (native/cli/src/generate/checkout.rs).
 */
public final class Checkout {
  private static final String MARK = ".git";

  private Checkout() {}

  /** The folder's path from the root of the checkout of git that it is in; empty in none. */
  public static String pathOf(File folder) {
    Path path = folder.toPath().toAbsolutePath().normalize();
    for (Path root = path; root != null; root = root.getParent()) {
      if (Files.exists(root.resolve(MARK))) {
        return root.relativize(path).toString();
      }
    }
    return "";
  }
}
