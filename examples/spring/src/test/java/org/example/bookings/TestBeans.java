package org.example.bookings;

import com.sun.net.httpserver.HttpServer;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.DynamicPropertyRegistrar;

/** A clock that stands still on a Monday, and a server with two rates. */
@TestConfiguration
class TestBeans {
  static final Instant NOW = Instant.parse("2025-03-10T09:00:00Z");

  @Bean
  @Primary
  Clock fixedClock() {
    return Clock.fixed(NOW, ZoneOffset.UTC);
  }

  private HttpServer server;

  @PreDestroy
  void stopServer() {
    server.stop(0);
  }

  @Bean
  HttpServer rateServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/rates/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          String rate = path.equals("/rates/CHF/EUR") ? "1.05" : path.equals("/rates/EUR/CHF") ? "0.95" : null;
          byte[] body = ("{\"rate\": " + rate + "}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(rate == null ? 404 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  @Bean
  DynamicPropertyRegistrar rateProperties(HttpServer rateServer) {
    return properties ->
        properties.add(
            "bookings.rates.url", () -> "http://localhost:" + rateServer.getAddress().getPort() + "/");
  }
}
