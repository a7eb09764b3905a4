package org.example.bookings;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.example.bookings.client.ExchangeRateClient;
import org.example.bookings.client.HttpExchangeRateClient;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Bookings of holiday cottages. */
@SpringBootApplication
@EnableScheduling
public class BookingsApplication {
  public static void main(String[] args) {
    SpringApplication.run(BookingsApplication.class, args);
  }

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean(destroyMethod = "shutdown")
  ExecutorService mailExecutor() {
    return Executors.newFixedThreadPool(2);
  }

  @Bean
  ExchangeRateClient exchangeRateClient(
      @Value("${bookings.rates.url}") URI url,
      @Value("${bookings.rates.timeout}") Duration timeout,
      ObjectMapper json) {
    return new HttpExchangeRateClient(HttpClient.newHttpClient(), url, timeout, json);
  }
}
