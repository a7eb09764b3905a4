package org.example.bookings.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.Objects;

/** An amount in a currency, always with as many decimals as the currency has. */
public record Money(BigDecimal amount, Currency currency) implements Comparable<Money> {
  public Money {
    Objects.requireNonNull(amount, "amount");
    Objects.requireNonNull(currency, "currency");
    amount = amount.setScale(Math.max(0, currency.getDefaultFractionDigits()), RoundingMode.HALF_UP);
  }

  public static Money of(String amount, String currency) {
    return new Money(new BigDecimal(amount), Currency.getInstance(currency));
  }

  public static Money zero(Currency currency) {
    return new Money(BigDecimal.ZERO, currency);
  }

  public Money plus(Money other) {
    requireSameCurrency(other);
    return new Money(amount.add(other.amount), currency);
  }

  public Money minus(Money other) {
    requireSameCurrency(other);
    return new Money(amount.subtract(other.amount), currency);
  }

  public Money times(long factor) {
    return new Money(amount.multiply(BigDecimal.valueOf(factor)), currency);
  }

  /** So many hundredths of this. */
  public Money percent(int percent) {
    return new Money(amount.multiply(BigDecimal.valueOf(percent)).movePointLeft(2), currency);
  }

  public boolean isNegative() {
    return amount.signum() < 0;
  }

  public boolean isZero() {
    return amount.signum() == 0;
  }

  @Override
  public int compareTo(Money other) {
    requireSameCurrency(other);
    return amount.compareTo(other.amount);
  }

  @Override
  public String toString() {
    return currency.getCurrencyCode() + " " + amount.toPlainString();
  }

  private void requireSameCurrency(Money other) {
    if (!currency.equals(other.currency)) {
      throw new IllegalArgumentException("Cannot mix " + currency + " and " + other.currency);
    }
  }
}
