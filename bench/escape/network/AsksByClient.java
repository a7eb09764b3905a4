package network;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import outside.Outside;

/** Asks by the JDK's own client, which has threads. */
public class AsksByClient {
  public int get() throws IOException, InterruptedException {
    return HttpClient.newHttpClient().send(request(), BodyHandlers.ofString()).statusCode();
  }

  public boolean later() throws IOException {
    return HttpClient.newHttpClient().sendAsync(request(), BodyHandlers.discarding()).isDone();
  }

  private static HttpRequest request() throws IOException {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + Outside.port())).build();
  }
}
