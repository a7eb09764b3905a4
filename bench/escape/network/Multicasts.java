package network;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetAddress;
import java.net.MulticastSocket;

/** Tells all who listen. */
public class Multicasts {
  public int tell(byte[] data) throws IOException {
    try (MulticastSocket socket = new MulticastSocket()) {
      socket.send(new DatagramPacket(data, data.length, InetAddress.getByName("224.0.0.1"), 9));
    }
    return 1;
  }
}
