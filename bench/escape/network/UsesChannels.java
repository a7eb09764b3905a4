package network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ExecutionException;
import outside.Outside;

/** Sends by channels. */
public class UsesChannels {
  public int stream() throws IOException {
    try (SocketChannel channel = SocketChannel.open(target())) {
      return channel.write(ByteBuffer.allocate(3));
    }
  }

  public int datagram() throws IOException {
    try (DatagramChannel channel = DatagramChannel.open()) {
      return channel.send(ByteBuffer.allocate(3), target());
    }
  }

  public Void later() throws IOException, InterruptedException, ExecutionException {
    return AsynchronousSocketChannel.open().connect(target()).get();
  }

  private static InetSocketAddress target() throws IOException {
    return new InetSocketAddress("127.0.0.1", Outside.port());
  }
}
