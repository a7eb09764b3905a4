package network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;

/** Looks names up, which tells somebody of them. */
public class Resolves {
  public boolean name(String name) throws IOException {
    return InetAddress.getByName(name + ".example.org").isLoopbackAddress();
  }

  public boolean reach() throws IOException {
    return InetAddress.getByName("127.0.0.1").isReachable(200);
  }

  public long interfaces() throws IOException {
    return NetworkInterface.networkInterfaces().count();
  }
}
