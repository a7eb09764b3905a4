package org.palus.tooling;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A folder with the command and its library side by side. */
public final class PalusHome {
  /** The file name of the command. */
  public static final String COMMAND = "palus";

  /** The file name of the library. */
  public static final String LIBRARY = "libpalus.so";

  private final Path folder;

  private PalusHome(Path folder) {
    this.folder = folder;
  }

  /**
   * The home at that folder.
   *
   * @throws PalusException when the command or the library is not in it
   */
  public static PalusHome at(Path folder) {
    for (String name : new String[] {COMMAND, LIBRARY}) {
      if (!Files.isRegularFile(folder.resolve(name))) {
        throw new PalusException(
            folder
                + " holds no "
                + name
                + "; name a folder with palus and libpalus.so side by side as palusHome, such as target/release after"
                + " `cargo build --release`, or leave palusHome out to use the package");
      }
    }
    return new PalusHome(folder.toAbsolutePath());
  }

  /** Unpacks a package into a folder that is there; the command can be run then. */
  public static PalusHome unpack(File archive, Path folder) {
    try (InputStream file = Files.newInputStream(archive.toPath());
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path target = folder.resolve(entry.getName()).normalize();
        if (entry.isDirectory() || !target.startsWith(folder.normalize())) {
          continue;
        }
        Files.createDirectories(target.getParent());
        Files.copy(zip, target, StandardCopyOption.REPLACE_EXISTING);
      }
      makeRunnable(folder.resolve(COMMAND).toFile());
      return at(folder);
    } catch (IOException e) {
      throw new PalusException(
          archive + " cannot be unpacked into " + folder + ": " + e.getMessage(), e);
    }
  }

  /** The command. */
  public Path command() {
    return folder.resolve(COMMAND);
  }

  /** The library. */
  public Path library() {
    return folder.resolve(LIBRARY);
  }

  private static void makeRunnable(File command) throws IOException {
    if (command.isFile() && !command.canExecute() && !command.setExecutable(true)) {
      throw new IOException(command + " cannot be made executable");
    }
  }
}
