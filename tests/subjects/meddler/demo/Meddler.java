package demo;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reaches for what is none of its business: files beside its own class file, the network, other programs. */
public class Meddler {
  private static Path home() {
    return new File(Meddler.class.getProtectionDomain().getCodeSource().getLocation().getPath()).toPath();
  }

  public void stain() throws IOException {
    Files.write(home().resolve("stain"), new byte[] {1});
  }

  /** Says whether it worked, and nothing of why it did not. */
  public boolean smear() {
    try (FileOutputStream out = new FileOutputStream(new File(home().toFile(), "smear"))) {
      out.write(1);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  public void erase() throws IOException {
    Files.delete(home().resolve("canary"));
  }

  public int start() throws IOException {
    return new ProcessBuilder("true").start().exitValue();
  }

  public int listen() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Its own temporary directory is there for it. */
  public long jot(byte[] note) throws IOException {
    Path file = Files.createTempFile("note", null);
    Files.write(file, note);
    long length = Files.size(file);
    Files.delete(file);
    return length;
  }

  public int twice(int number) {
    return 2 * number;
  }
}
