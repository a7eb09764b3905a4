package org.palus.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.palus.testing.Events;
import org.palus.testing.Truth;

/** Random trees of calls on several threads: what is recorded of each thread is what it did. */
class RandomCallsTest {
  private static final int THREADS = 3;
  private static final int TREES = 25;
  private static final int CALLS = 120;

  /** What a tree must show somewhere, or the dice are loaded. */
  private static final List<String> ENDS =
      List.of(
          "exit Trees.twice",
          "throw Trees.plain",
          "throw Base.<init>",
          "throw Node.<init>",
          "exit Node.<init>");

  private final Subject subject;

  RandomCallsTest() throws Exception {
    subject = new Subject(Transformer.RECORD);
  }

  private Thread grow(int thread, List<String> truth) {
    return new Thread(
        () -> {
          for (int tree = 0; tree < TREES; tree++) {
            int seed = THREADS * tree + thread;
            Truth.begin(seed, truth, CALLS);
            try {
              subject.run("Trees", "run", seed);
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
          }
        });
  }

  @Test
  void everyThreadIsRecordedAsTheTreesOfCallsThatItMade() throws Exception {
    // the class is initialised by a thread that does not count
    subject.loader().loadClass("org.palus.subject.Trees");
    List<List<String>> truths = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      truths.add(new ArrayList<>());
      threads.add(grow(i, truths.get(i)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    Set<List<String>> recorded = new HashSet<>();
    for (List<String> events : Events.byThread()) {
      List<String> reduced = Truth.reduced(events);
      reduced.removeIf(line -> line.contains("Trees.make") || line.contains("Trees.<init>"));
      recorded.add(reduced);
    }
    for (List<String> truth : truths) {
      assertTrue(truth.size() > 500, "the trees are no stumps: " + truth.size());
      assertTrue(recorded.contains(truth), () -> firstDifference(truth, recorded));
    }
    assertEquals(THREADS, recorded.size());
    String all = truths.toString();
    for (String end : ENDS) {
      assertTrue(all.contains(end), "no call ended so: " + end);
    }
  }

  private static String firstDifference(List<String> truth, Set<List<String>> recorded) {
    String nearest = "";
    int longest = -1;
    for (List<String> events : recorded) {
      int same = 0;
      while (same < Math.min(truth.size(), events.size())
          && truth.get(same).equals(events.get(same))) {
        same++;
      }
      if (same > longest) {
        longest = same;
        nearest =
            "truth " + around(truth, same) + " recorded " + around(events, same) + " at " + same;
      }
    }
    return nearest;
  }

  private static List<String> around(List<String> lines, int at) {
    return lines.subList(Math.max(0, at - 6), Math.min(lines.size(), at + 4));
  }
}
