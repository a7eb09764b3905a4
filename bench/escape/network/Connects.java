package network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import outside.Outside;

/** Sends by a connection. */
public class Connects {
  public int send(int value) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Outside.port())) {
      socket.getOutputStream().write(value);
    }
    return 1;
  }

  public int patiently() throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", Outside.port()), 1000);
    }
    return 2;
  }
}
