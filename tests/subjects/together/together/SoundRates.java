package together;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The same without the defect. */
@ThreadSafe
public class SoundRates {
  private final Map<String, CompletableFuture<Integer>> known = new ConcurrentHashMap<>();
  private final AtomicInteger computed = new AtomicInteger();

  public int rate(String currency) {
    return known.computeIfAbsent(currency, asked -> CompletableFuture.completedFuture(compute(asked))).join();
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
