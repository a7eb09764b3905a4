package settings;

import java.io.IOException;
import java.net.Socket;
import java.net.URL;
import java.net.URLConnection;

/** Changes who makes addresses and connections, which can be done once. */
public class Factories {
  public int addresses() {
    URL.setURLStreamHandlerFactory(protocol -> null);
    return 1;
  }

  public int contents() throws IOException {
    URLConnection.setContentHandlerFactory(type -> null);
    return 2;
  }

  @SuppressWarnings("deprecation")
  public int sockets() throws IOException {
    Socket.setSocketImplFactory(() -> null);
    return 3;
  }
}
