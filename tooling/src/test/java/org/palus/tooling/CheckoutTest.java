package org.palus.tooling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckoutTest {
  @TempDir Path folder;

  @Test
  void aFolderIsSeenFromTheInnermostCheckout() throws Exception {
    Path sources = folder.resolve("outer/inner/src");
    Files.createDirectories(folder.resolve("outer/.git"));
    assertEquals("inner/src", Checkout.pathOf(sources.toFile()));
    // A worktree or submodule has a file.
    Files.createDirectories(sources);
    Files.createFile(folder.resolve("outer/inner/.git"));
    assertEquals("src", Checkout.pathOf(sources.toFile()));
  }

  @Test
  void outsideEveryCheckoutThereIsNothingToSay() {
    assertEquals("", Checkout.pathOf(Path.of("/no-such-folder/src").toFile()));
  }
}
