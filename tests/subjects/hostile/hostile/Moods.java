package hostile;

import java.time.Instant;
import java.util.Calendar;
import java.util.Date;
import java.util.Random;
import java.util.Set;

/** Does something else each time. */
public class Moods {
  private static boolean broken;

  public int byTime() { // non-deterministic
    if (System.nanoTime() / 64 % 2 == 0) {
      throw new IllegalStateException("even");
    }
    return 1;
  }

  public int byDelay() { // non-deterministic
    long began = System.nanoTime();
    if (System.nanoTime() - began > 5_000_000_000L) {
      throw new IllegalStateException("late");
    }
    return 1;
  }

  /** What the JDK says of today; as far ahead as a confirmation is, it says another thing. */
  public int byToday() { // non-deterministic
    return even(Instant.now().toEpochMilli());
  }

  public int byDate() { // non-deterministic
    return even(new Date().getTime());
  }

  public int byCalendar() { // non-deterministic
    return even(Calendar.getInstance().getTimeInMillis());
  }

  private static int even(long millis) {
    if (millis / (((463L * 24 + 7) * 60 + 13) * 60_000) % 2 == 0) {
      throw new IllegalStateException("even");
    }
    return 1;
  }

  public int byChance() { // non-deterministic
    if (new Random().nextInt(2) == 0) {
      throw new IllegalStateException("tails");
    }
    return 1;
  }

  public int byIdentity() { // non-deterministic
    if (new Object().hashCode() % 2 == 0) {
      throw new IllegalStateException("even");
    }
    return 1;
  }

  public int byMembers() { // non-deterministic
    if (Moods.class.getDeclaredFields().length == 1) {
      throw new IllegalStateException("no more than the source says");
    }
    return 1;
  }

  public String byIteration() { // non-deterministic tested
    return Set.of("a", "b", "c", "d", "e", "f", "g").toString();
  }

  /** Once only. */
  public static int once() { // non-deterministic always-threw
    if (broken) {
      throw new IllegalStateException("again");
    }
    broken = true;
    return 1;
  }
}
