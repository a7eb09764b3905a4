package together;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A cache of what is computed elsewhere, with a race: what is being computed may be asked for once more. */
@ThreadSafe
public class Rates {
  private final Map<String, CompletableFuture<Integer>> known = new ConcurrentHashMap<>();
  private final AtomicInteger computed = new AtomicInteger();

  public int rate(String currency) {
    CompletableFuture<Integer> rate = known.get(currency);
    if (rate == null) {
      rate = CompletableFuture.completedFuture(compute(currency));
      known.put(currency, rate);
    }
    return rate.join();
  }

  /** How many rates were computed. */
  public int computed() {
    return computed.get();
  }

  private int compute(String currency) {
    computed.incrementAndGet();
    return currency.length();
  }
}
