package chance;

import java.security.SecureRandom;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Each way in which Java draws at random, with branches that few draws take. No two answers are alike. */
public final class Dice {
  public long seeded() {
    return taken(new Random().nextLong());
  }

  public long shared() {
    return taken(Double.doubleToLongBits(Math.random()));
  }

  public long local() {
    return taken(ThreadLocalRandom.current().nextLong());
  }

  public long secure() {
    return taken(new SecureRandom().nextLong());
  }

  public long unique() {
    return taken(UUID.randomUUID().getLeastSignificantBits());
  }

  private static long taken(long drawn) {
    long bits = drawn & 0x3FF;
    if (bits == 7) {
      return drawn + 7;
    }
    if (bits == 70) {
      return drawn + 70;
    }
    if (bits == 700) {
      return drawn + 700;
    }
    for (int bit = 0; bit < 10; bit++) {
      if ((bits >> bit) == 5) {
        return drawn + bit;
      }
    }
    return drawn;
  }
}
