package network;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import outside.Outside;

/** Sends without a connection. */
public class SendsDatagrams {
  public int send(byte[] data) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.send(
          new DatagramPacket(data, data.length, InetAddress.getLoopbackAddress(), Outside.port()));
    }
    return 1;
  }
}
