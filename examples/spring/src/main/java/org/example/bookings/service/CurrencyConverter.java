package org.example.bookings.service;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.example.bookings.client.ExchangeRateClient;
import org.example.bookings.model.Money;
import org.example.bookings.model.RateUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Converts by the rates of a client, which it keeps for an hour, and for a day if the client fails. */
@Component
public class CurrencyConverter {
  private static final Logger log = LoggerFactory.getLogger(CurrencyConverter.class);
  private static final Currency EURO = Currency.getInstance("EUR");
  private static final Duration FRESH = Duration.ofHours(1);
  private static final Duration USABLE = Duration.ofDays(1);

  private final ExchangeRateClient client;
  private final Clock clock;
  private final Map<String, CachedRate> cache = new HashMap<>();

  public CurrencyConverter(ExchangeRateClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  public Money toEuros(Money money) {
    return convert(money, EURO);
  }

  public synchronized Money convert(Money money, Currency target) {
    if (money.currency().equals(target) || money.isZero()) {
      return new Money(money.amount(), target);
    }
    return new Money(money.amount().multiply(rate(money.currency(), target)), target);
  }

  private BigDecimal rate(Currency from, Currency to) {
    String key = from.getCurrencyCode() + to.getCurrencyCode();
    Instant now = clock.instant();
    CachedRate cached = cache.get(key);
    if (cached != null && cached.ageAt(now).compareTo(FRESH) < 0) {
      return cached.rate;
    }
    try {
      Optional<BigDecimal> answer = client.rate(from, to);
      if (answer.isEmpty() || answer.get().signum() <= 0) {
        throw new RateUnavailableException("No rate from " + from + " to " + to, null);
      }
      cache.put(key, new CachedRate(answer.get(), now));
      return answer.get();
    } catch (IOException e) {
      if (cached != null && cached.ageAt(now).compareTo(USABLE) < 0) {
        log.warn("Old rate for {}: {}", key, e.getMessage());
        return cached.rate;
      }
      throw new RateUnavailableException("Rates cannot be had", e);
    }
  }

  private static final class CachedRate {
    private final BigDecimal rate;
    private final Instant since;

    CachedRate(BigDecimal rate, Instant since) {
      this.rate = rate;
      this.since = since;
    }

    Duration ageAt(Instant time) {
      return Duration.between(since, time);
    }
  }
}
