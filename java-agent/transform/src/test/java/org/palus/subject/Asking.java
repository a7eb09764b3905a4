package org.palus.subject;

import java.util.function.IntUnaryOperator;

/** Code that asks others. */
public final class Asking {
  private Asking() {}

  /** What is asked. */
  public interface Rates {
    int percent(String tier, long day);

    double exact();

    void reset();

    default Object self() {
      return this;
    }
  }

  /** Named by the user. */
  public abstract static class NamedClock {
    abstract long now();
  }

  /** Not recorded. */
  public static final class ForeignRates implements Rates {
    @Override
    public int percent(String tier, long day) {
      if (tier == null) {
        throw new IllegalArgumentException("no tier");
      }
      return (int) (tier.length() * day);
    }

    @Override
    public double exact() {
      return 0.5;
    }

    @Override
    public void reset() {}
  }

  /** As a mocking library names its classes. */
  public static final class Rates$MockitoMock$1 implements Rates {
    @Override
    public int percent(String tier, long day) {
      return 7;
    }

    @Override
    public double exact() {
      return 0;
    }

    @Override
    public void reset() {}
  }

  private static final class RatesOfTests implements Rates {
    @Override
    public int percent(String tier, long day) {
      return 8;
    }

    @Override
    public double exact() {
      return 0;
    }

    @Override
    public void reset() {}
  }

  private static final class OwnRates extends NamedClock implements Rates {
    @Override
    public int percent(String tier, long day) {
      return 1;
    }

    @Override
    public double exact() {
      return 1;
    }

    @Override
    public void reset() {}

    @Override
    long now() {
      return 99;
    }
  }

  private static final class Holder {
    final int percent;
    final Rates rates;

    Holder(Rates rates, String tier) {
      this.rates = rates;
      percent = rates.percent(tier, 2L) + (rates.exact() > 0 ? 1 : 0);
    }
  }

  public static int asks() {
    Rates rates = new ForeignRates();
    rates.reset();
    Object same = rates.self();
    return new Holder(rates, same == rates ? "gold" : "").percent;
  }

  public static int fails() {
    Rates rates = new ForeignRates();
    try {
      return rates.percent(null, 1L);
    } catch (IllegalArgumentException e) {
      return rates.percent("a", 1L);
    }
  }

  public static int mocked() {
    Rates rates = new Rates$MockitoMock$1();
    return rates.percent("b", 3L);
  }

  public static int ofTests() {
    Rates rates = new RatesOfTests();
    return rates.percent("c", 4L);
  }

  public static int own() {
    Rates rates = new OwnRates();
    IntUnaryOperator lambda = x -> x;
    return rates.percent("a", 1L) + lambda.applyAsInt(3);
  }

  public static long named() {
    NamedClock clock = new OwnRates();
    return clock.now();
  }

  public static String nobody() {
    Holder holder = new Holder(new ForeignRates(), "x");
    Rates[] none = new Rates[1];
    try {
      return "" + none[0].exact() + holder.percent;
    } catch (NullPointerException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
