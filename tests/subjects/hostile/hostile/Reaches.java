package hostile;

import java.io.File;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Reaches for files beside its own class files, the network, and other programs. */
public class Reaches {
  /** Where its class files are; the test puts a tree of canaries beside them. */
  private static Path canary() {
    String own = Reaches.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return new File(own).toPath().resolveSibling("canary");
  }

  public void write() throws IOException { // refused
    Files.writeString(canary().resolve("song"), "silence");
  }

  public void create() throws IOException { // refused
    Files.createFile(canary().resolve("stain"));
  }

  public void deleteTree() throws IOException { // refused
    try (Stream<Path> tree = Files.walk(canary())) {
      for (Path path : (Iterable<Path>) tree.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(path);
      }
    }
  }

  /** Answers false when it is refused, as if the file were not there. */
  public boolean deleteQuietly() { // refused
    return canary().resolve("song").toFile().delete();
  }

  public boolean renameQuietly() { // refused
    return canary().resolve("song").toFile().renameTo(canary().resolve("tune").toFile());
  }

  public boolean lockAway() { // refused
    return canary().resolve("song").toFile().setReadOnly();
  }

  public boolean touch() { // refused
    return canary().resolve("song").toFile().setLastModified(0);
  }

  /** Deletes what is around its own temporary directory, and that one too. */
  public boolean deleteAround() { // refused
    File own = new File(System.getProperty("java.io.tmpdir"));
    File[] around = own.getParentFile().listFiles();
    boolean all = own.delete();
    for (File file : around == null ? new File[0] : around) {
      all &= file.delete();
    }
    return all;
  }

  public String readSecret() throws IOException { // refused
    return Files.readString(canary().resolve("song"));
  }

  public int run() throws IOException { // refused
    return new ProcessBuilder("true").start().exitValue();
  }

  public int shell() throws IOException { // refused
    return Runtime.getRuntime().exec(new String[] {"sh", "-c", "true"}).exitValue();
  }

  public int listen() throws IOException { // refused
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  public int connect() throws IOException { // refused
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), 9)) {
      return socket.getPort();
    }
  }

  public int datagram() throws IOException { // refused
    try (DatagramSocket socket = new DatagramSocket()) {
      return socket.getLocalPort();
    }
  }

  /** Kills whoever started it. */
  public boolean killParent() { // refused
    return ProcessHandle.current().parent().map(ProcessHandle::destroyForcibly).orElse(false);
  }
}
