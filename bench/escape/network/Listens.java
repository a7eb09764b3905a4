package network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;

/** Waits for who comes. */
public class Listens {
  public int socket() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      socket.accept();
    }
    return 1;
  }

  public int channel() throws IOException {
    try (ServerSocketChannel channel = ServerSocketChannel.open().bind(new InetSocketAddress(0))) {
      channel.accept();
    }
    return 2;
  }
}
