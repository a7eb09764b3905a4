package org.palus.subject;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Every kind of comparison whose operands are kept, and some whose are not. */
public final class Compared {
  /** Numbers first, then texts, each in the order of comparison. */
  public static final List<String> EXPECTED =
      List.of(
          "7 300",
          "5000000000 7",
          "7 1",
          "7 2",
          "7 -1000",
          "7 100000",
          "seven eight",
          "seven sev!",
          "seven nine",
          "seven key");

  private Compared() {}

  static int seven() {
    return 7;
  }

  static String text() {
    return "seven".substring(0);
  }

  /** What it returns must not depend on whether operands are kept. */
  public static int all() {
    int met = 0;
    if (seven() == 300) {
      met++;
    }
    if (seven() == 7) {
      met += 2;
    }
    if (5_000_000_000L > seven()) {
      met += 4;
    }
    switch (seven()) {
      case 1, 2:
        met += 8;
        break;
      default:
    }
    switch (seven()) {
      case -1000, 100_000:
        met += 16;
        break;
      default:
    }
    if (text().equals("eight") || text().startsWith("sev!") || Objects.equals(text(), "nine")) {
      met += 32;
    }
    Map<String, Integer> table = new LinkedHashMap<>();
    table.put("key", 1);
    if (table.containsKey(text())) {
      met += 64;
    }
    return met;
  }
}
