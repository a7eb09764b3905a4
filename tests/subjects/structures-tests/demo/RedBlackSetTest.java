package demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every method on each structure that was written, with each number of the scope. */
class RedBlackSetTest {
  private static final int SCOPE = 10;

  private static TreeSet<Integer> numbers(RedBlackSet set) {
    return IntStream.rangeClosed(0, SCOPE)
        .filter(set::contains)
        .boxed()
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** All structures, made anew for each number. */
  private static void onEach(Check check) {
    for (int number = 0; number <= SCOPE; number++) {
      List<RedBlackSet> sets = RedBlackSetInputs.inputs().collect(Collectors.toList());
      for (RedBlackSet set : sets) {
        check.on(set, number, numbers(set));
      }
    }
  }

  private static void sameAs(TreeSet<Integer> wanted, RedBlackSet set) {
    assertEquals(new ArrayList<>(wanted), new ArrayList<>(numbers(set)));
    assertEquals(wanted.size(), set.size());
    assertTrue(set.repOk());
  }

  @Test
  void insertsWhatIsNotThere() {
    onEach(
        (set, number, model) -> {
          assertEquals(model.add(number), set.insert(number));
          sameAs(model, set);
        });
  }

  @Test
  void removesWhatIsThere() {
    onEach(
        (set, number, model) -> {
          assertEquals(model.remove(number), set.remove(number));
          sameAs(model, set);
        });
  }

  @Test
  void containsAsManyAsItSays() {
    onEach((set, number, model) -> assertEquals(model.size(), set.size()));
  }

  private interface Check {
    void on(RedBlackSet set, int number, TreeSet<Integer> model);
  }
}
