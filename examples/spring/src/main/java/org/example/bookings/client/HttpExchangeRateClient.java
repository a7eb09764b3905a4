package org.example.bookings.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Currency;
import java.util.Optional;

public class HttpExchangeRateClient implements ExchangeRateClient {
  private final HttpClient http;
  private final URI base;
  private final Duration timeout;
  private final ObjectMapper json;

  public HttpExchangeRateClient(HttpClient http, URI base, Duration timeout, ObjectMapper json) {
    this.http = http;
    this.base = base;
    this.timeout = timeout;
    this.json = json;
  }

  @Override
  public Optional<BigDecimal> rate(Currency from, Currency to) throws IOException {
    URI uri = base.resolve("rates/" + from.getCurrencyCode() + "/" + to.getCurrencyCode());
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(timeout).GET().build();
    HttpResponse<String> response;
    try {
      response = http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while asking for a rate");
    }
    if (response.statusCode() == 404) {
      return Optional.empty();
    }
    if (response.statusCode() != 200) {
      throw new IOException("Status " + response.statusCode() + " from " + uri);
    }
    JsonNode rate = json.readTree(response.body()).path("rate");
    if (!rate.isNumber() && !rate.isTextual()) {
      throw new IOException("No rate in the answer from " + uri);
    }
    return Optional.of(new BigDecimal(rate.asText()));
  }
}
