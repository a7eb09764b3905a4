package crew;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/** Looks prices up in the background, each once. */
public class Prices {
  private final Map<String, CompletableFuture<Integer>> known = new ConcurrentHashMap<>();

  public CompletableFuture<Integer> ask(String article) {
    if (article.isEmpty()) {
      throw new IllegalArgumentException("an article has a name");
    }
    return known.computeIfAbsent(article, name -> CompletableFuture.supplyAsync(() -> lookUp(name)));
  }

  public int price(String article) {
    return ask(article).join();
  }

  /** What both cost together, looked up at the same time. */
  public int together(String one, String other) {
    return ask(one).thenCombine(ask(other), Integer::sum).join();
  }

  /** The price, or this one where there is none. */
  public int priceOr(String article, int otherwise) {
    try {
      return price(article);
    } catch (CompletionException e) {
      return otherwise;
    }
  }

  public int asked() {
    return known.size();
  }

  private static int lookUp(String name) {
    if (name.startsWith("-")) {
      throw new IllegalStateException("not for sale: " + name);
    }
    return name.length() > 3 ? 10 * name.length() : 5;
  }
}
