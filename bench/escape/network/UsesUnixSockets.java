package network;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import outside.Outside;

/** Reaches a server of this machine by a file. */
public class UsesUnixSockets {
  public int send() throws IOException {
    try (SocketChannel channel =
        SocketChannel.open(UnixDomainSocketAddress.of(Outside.canary().resolve("mail")))) {
      return channel.write(ByteBuffer.allocate(5));
    }
  }

  public int listen() throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    channel.bind(UnixDomainSocketAddress.of(Outside.canary().resolve("box")));
    return 1;
  }
}
