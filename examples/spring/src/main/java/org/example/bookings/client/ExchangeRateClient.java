package org.example.bookings.client;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Optional;

public interface ExchangeRateClient {
  /** How much of {@code to} one unit of {@code from} is worth; empty if nobody trades these. */
  Optional<BigDecimal> rate(Currency from, Currency to) throws IOException;
}
