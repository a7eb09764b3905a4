package demo;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

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

  /** Answers null where it may not look. */
  public boolean list() {
    return new File("/etc").list() == null;
  }

  public boolean listFiles() {
    return new File("/etc").listFiles() == null;
  }

  public boolean lookUp() {
    try {
      return InetAddress.getByName("host.invalid") != null;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** A link to a file in the directory of another: that is EXDEV. */
  public boolean link() throws IOException {
    Path own = Files.createTempFile("link", null);
    try {
      Files.createLink(own.resolveSibling("linked"), home().resolve("canary"));
      return true;
    } catch (IOException e) {
      return false;
    } finally {
      Files.delete(own);
    }
  }

  /** A move out of one's own directory: EXDEV, too. */
  public boolean move() throws IOException {
    Path own = Files.createTempFile("move", null);
    try {
      Files.move(own, home().resolve("moved"), StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (IOException e) {
      return false;
    } finally {
      Files.deleteIfExists(own);
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
