package org.palus.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.palus.testing.Natives;

class SearchTest {
  private static final int EDGES = 1000;

  private static Subject subject(int fuel) throws Exception {
    Subject subject = new Subject(Transformer.SEARCH);
    long map = Natives.memory(EDGES);
    subject.hook("Probe", "configure", map, Natives.memory(8 + 4 * EDGES), 0L);
    subject.hook("Probe", "refuel", fuel);
    return subject;
  }

  private static TreeSet<Integer> touched(Subject subject) throws Exception {
    TreeSet<Integer> edges = new TreeSet<>();
    int count = (Integer) subject.hook("Probe", "touchedCount");
    for (int i = 0; i < count; i++) {
      edges.add((Integer) subject.hook("Probe", "touchedEdge", i));
    }
    assertEquals(count, edges.size());
    return edges;
  }

  @Test
  void probesDoNotChangeWhatTheProgramDoes() throws Exception {
    Subject subject = subject(1_000_000);
    assertEquals(org.palus.subject.Calls.loops(), subject.run("Calls", "loops"));
    assertEquals(null, subject.run("Calls", "caught"));
    assertEquals(3, subject.run("Calls", "overflow"));
    assertTrue(subject.run("Constructors", "anonymous") instanceof Integer);
  }

  @Test
  @Timeout(60)
  void aSynchronizedBlockThatRunsOutOfStackEnds() throws Exception {
    assertEquals(true, subject(1_000_000).run("Calls", "overflowLocked"));
  }

  @Test
  void equalRunsTouchEqualEdgesAndClearForgetsThem() throws Exception {
    Subject subject = subject(1_000_000);
    subject.run("Calls", "loops");
    subject.hook("Probe", "clear");
    subject.run("Calls", "loops");
    TreeSet<Integer> first = touched(subject);
    subject.hook("Probe", "clear");
    assertEquals(new TreeSet<>(), touched(subject));
    subject.run("Calls", "loops");
    assertEquals(first, touched(subject));
    assertTrue(first.size() > 10 && first.size() < Natives.edgeCount());
  }

  @Test
  void anotherBranchTouchesAnotherEdge() throws Exception {
    Subject subject = subject(1_000_000);
    subject.run("Constructors", "plain");
    TreeSet<Integer> before = touched(subject);
    subject.run("Constructors", "failsBeforeSuper");
    assertTrue(touched(subject).size() > before.size());
  }

  @ParameterizedTest
  @CsvSource({
    "asksTheLanguage, 1",
    "asksMe, 2",
    "asksAnEnum, 1",
    "asksAnEnumForMore, 2",
    "asksATool, 1"
  })
  void whatNobodyWroteHasNoEdges(String method, int edges) throws Exception {
    Subject subject = subject(1_000_000);
    Object first = subject.run("Written", method);
    subject.hook("Probe", "clear");
    assertEquals(first, subject.run("Written", method));
    assertEquals(edges, touched(subject).size());
  }

  @Test
  void whatAToolWroteRunsOutOfFuel() throws Exception {
    Object outcome = subject(10_000).run("Written", "asksAToolForTooMuch");
    assertEquals("org.palus.hook.FuelExhausted", outcome.getClass().getName());
  }

  @Test
  void anEndlessLoopRunsOutOfFuel() throws Exception {
    Object outcome = subject(10_000).run("Calls", "forever");
    assertEquals("org.palus.hook.FuelExhausted", outcome.getClass().getName());
  }

  @Test
  void anArrayThatIsTooLargeIsNotMade() throws Exception {
    Subject subject = subject(1_000_000);
    assertEquals(9, subject.run("Allocating", "small"));
    Object negative = subject.run("Allocating", "negative");
    assertEquals(NegativeArraySizeException.class, negative.getClass());
    for (String maker : new String[] {"bytes", "references", "rows", "cubes", "builder", "copy"}) {
      Object outcome = subject.run("Allocating", maker);
      assertEquals(OutOfMemoryError.class, outcome.getClass(), maker);
      assertEquals(
          "org.palus.hook.Probe",
          ((Throwable) outcome).getStackTrace()[0].getClassName(),
          "where " + maker);
    }
  }

  @Test
  void comparisonsAreKeptWhileTheyAreAskedFor() throws Exception {
    Subject subject = subject(1_000_000);
    Object silent = subject.run("Compared", "all");
    assertEquals(0, subject.hook("Compare", "numberCount"));
    subject.hook("Compare", "on", true);
    assertEquals(silent, subject.run("Compared", "all"));
    subject.hook("Compare", "on", false);
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < (Integer) subject.hook("Compare", "numberCount"); i += 2) {
      kept.add(
          subject.hook("Compare", "number", i) + " " + subject.hook("Compare", "number", i + 1));
    }
    for (int i = 0; i < (Integer) subject.hook("Compare", "textCount"); i += 2) {
      kept.add(subject.hook("Compare", "text", i) + " " + subject.hook("Compare", "text", i + 1));
    }
    assertEquals(org.palus.subject.Compared.EXPECTED, kept);
  }

  @Test
  void timePassesBetweenReadingsWhereItLeaps() throws Exception {
    Subject subject = subject(1_000_000);
    assertEquals(true, subject.run("Timed", "atOnce"));
    assertEquals(true, subject.run("Timed", "atOnceByTheWall"));
    long today = (Long) subject.run("Timed", "day");
    subject.hook("Clock", "leap");
    assertEquals(false, subject.run("Timed", "atOnce"));
    assertEquals(false, subject.run("Timed", "atOnceByTheWall"));
    assertTrue((Long) subject.run("Timed", "day") > today + 366);
  }

  @Test
  void withoutAMapNothingIsCounted() throws Exception {
    Subject subject = new Subject(Transformer.SEARCH);
    subject.run("Calls", "loops");
    assertEquals(0, subject.hook("Probe", "touchedCount"));
  }
}
