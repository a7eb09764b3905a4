package network;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import outside.Outside;

/** Asks by addresses of the web. */
public class Fetches {
  @SuppressWarnings("deprecation")
  public int stream() throws IOException {
    try (InputStream in = new URL("http://127.0.0.1:" + Outside.port() + "/").openStream()) {
      return in.read();
    }
  }

  @SuppressWarnings("deprecation")
  public int post(String text) throws IOException {
    HttpURLConnection open =
        (HttpURLConnection) new URL("http://127.0.0.1:" + Outside.port() + "/").openConnection();
    open.setDoOutput(true);
    open.getOutputStream().write(text.getBytes());
    return open.getResponseCode();
  }
}
