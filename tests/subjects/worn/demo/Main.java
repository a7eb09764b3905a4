package demo;

import java.util.ArrayList;
import java.util.List;

/** Calls so often that most calls are left out, with arguments and results of a class that is not the program's own. */
public class Main {
  private final List<Integer> held = new ArrayList<>();

  public static void main(String[] args) {
    Main main = new Main();
    for (int number = 0; number < 20_000; number++) {
      main.add(new ArrayList<>(List.of(number % 7)));
    }
    System.out.println(main.held().size() + " " + total(main.held()));
  }

  Object add(Object numbers) {
    for (Object number : (List<?>) numbers) {
      held.add((Integer) number);
    }
    return held();
  }

  List<Integer> held() {
    return held;
  }

  static int total(Object numbers) {
    int total = 0;
    for (Object number : (List<?>) numbers) {
      total += (Integer) number;
    }
    return total;
  }
}
