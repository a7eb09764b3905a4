package demo;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Returns what has type arguments. */
public class Hotel {
  public static final Comparator<Guest> ORDER = (a, b) -> 0;

  /** Is what it is of. */
  public static class Guest {}

  public Optional<Guest> find(int room) {
    return Optional.empty();
  }

  public List<Guest> guests() {
    return Collections.emptyList();
  }

  public Map<String, ? extends Guest> rooms() {
    return Collections.emptyMap();
  }

  public int welcome(List<Guest> guests) {
    return 0;
  }

  public int sort(List<Guest> guests, Comparator<Guest> order) {
    return 0;
  }

  public int announce(List<String> names) {
    return 0;
  }

  public void keep(Object value) {}

  public int count(Collection<?> all) {
    return 0;
  }

  public <T> T same(T value) {
    return value;
  }
}
