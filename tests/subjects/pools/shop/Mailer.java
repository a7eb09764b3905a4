package shop;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Sends letters in the background. */
public class Mailer {
  private final Executor executor;
  private final List<String> sent = Collections.synchronizedList(new ArrayList<>());

  public Mailer(Executor executor) {
    this.executor = executor;
  }

  public void send(String to) {
    if (to.isEmpty()) {
      throw new IllegalArgumentException("to whom?");
    }
    executor.execute(() -> sent.add(to.trim()));
  }

  public CompletableFuture<Integer> sendAll(List<String> all) {
    return CompletableFuture.supplyAsync(
        () -> {
          int n = 0;
          for (String one : all) {
            if (one.contains("@")) {
              sent.add(one);
              n++;
            }
          }
          return n;
        },
        executor);
  }

  public int sent() {
    return sent.size();
  }
}
