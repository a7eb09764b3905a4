package demo;

import java.util.ArrayList;
import java.util.List;

/** Its members stay registered. */
public class Register {
  private static final Members MEMBERS = new Members();

  private Register() {}

  public static void enter(String name) {
    MEMBERS.entries.add(new Entry(name));
  }

  public static void leave(String name) {
    MEMBERS.entries.removeIf(entry -> entry.name.equals(name));
  }

  public static void promote(String name) {
    for (Entry entry : MEMBERS.entries) {
      if (entry.name.equals(name)) {
        entry.rank++;
      }
    }
  }

  public static int count() {
    return MEMBERS.entries.size();
  }

  public static int highest() {
    int highest = -1;
    for (Entry entry : MEMBERS.entries) {
      highest = Math.max(highest, entry.rank);
    }
    return highest;
  }

  private static final class Members {
    private final List<Entry> entries = new ArrayList<>();
  }

  private static final class Entry {
    private final String name;
    private int rank;

    Entry(String name) {
      this.name = name;
    }
  }
}
