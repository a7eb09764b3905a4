package org.palus.transform;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.palus.testing.Natives;

class MutantsTest {
  private static final int MAP = 2 * Natives.FIRST_MUTANT;
  private static final int NONE = -1;

  private Subject subject;

  @BeforeEach
  void load() throws Exception {
    subject = new Subject(Transformer.MUTATE);
    subject.hook("Probe", "configure", Natives.memory(MAP), Natives.memory(8 + 4 * MAP), 0L);
  }

  private Object run(String method) throws Exception {
    // a mutant may be endless
    subject.hook("Probe", "refuel", 100_000);
    return subject.run("Mutable", method);
  }

  /** The mutants that a run of the method reaches, in the order of their numbers. */
  private List<Integer> reached(String method) throws Exception {
    run(method);
    subject.hook("Probe", "clear");
    run(method);
    TreeSet<Integer> mutants = new TreeSet<>();
    int count = (Integer) subject.hook("Probe", "touchedCount");
    for (int i = 0; i < count; i++) {
      int id = (Integer) subject.hook("Probe", "touchedEdge", i);
      if (id >= Natives.FIRST_MUTANT) {
        mutants.add(id);
      }
    }
    return new ArrayList<>(mutants);
  }

  /** What the method gives under each of its mutants, and again without. */
  private List<Object> underEach(String method) throws Exception {
    List<Object> results = new ArrayList<>();
    for (int mutant : reached(method)) {
      subject.hook("Mutants", "activate", mutant);
      results.add(run(method));
    }
    subject.hook("Mutants", "activate", NONE);
    results.add(run(method));
    return results;
  }

  @Test
  void aComparisonIsNegatedAndMovedByOne() throws Exception {
    List<Object> results = underEach("smaller");
    assertEquals("ynn", results.get(results.size() - 1));
    assertEquals(List.of("nyy", "yyn"), results.subList(2, 4));
  }

  @Test
  void withoutProbesNothingElseIsReached() throws Exception {
    subject = new Subject(Transformer.MUTANTS);
    subject.hook("Probe", "configure", Natives.memory(MAP), Natives.memory(8 + 4 * MAP), 0L);
    assertEquals(6, underEach("sum").get(0));
    subject.hook("Probe", "clear");
    int mutants = reached("sum").size();
    assertEquals(mutants, subject.hook("Probe", "touchedCount"));
  }

  @Test
  void arithmeticIsReplaced() throws Exception {
    assertEquals(6, underEach("sum").get(0));
    assertEquals(3L, underEach("shifted").get(0));
    assertEquals(14.0, underEach("quotient").get(0));
    assertEquals(7, underEach("negated").get(0));
    assertEquals(6, underEach("increased").get(0));
  }

  @Test
  void whatIsReturnedIsTheOtherTruthOrNothing() throws Exception {
    assertEquals(List.of(false, true, true), underEach("truth"));
    assertEquals(List.of(0L, 7L), underEach("number"));
    assertEquals(List.of("", "7"), underEach("text"));
    assertEquals(List.of(Optional.empty(), Optional.of(7)), underEach("maybe"));
    List<Object> arrays = underEach("array");
    assertNull(arrays.get(0));
    assertArrayEquals(new int[] {7}, (int[]) arrays.get(1));
  }

  @Test
  void comparisonsOfReferencesAreNegated() throws Exception {
    assertEquals("other", underEach("isSame").get(0));
    assertEquals("gone", underEach("isThere").get(0));
  }

  @Test
  void aCallThatGivesNothingIsLeftOut() throws Exception {
    List<Object> results = underEach("said");
    assertEquals("a", results.get(results.size() - 1));
    assertEquals("aa", results.get(0), "SAID still has what the run before said");
    assertFalse(results.subList(0, results.size() - 1).contains("a"), results.toString());
  }

  @Test
  void whatIsWrittenToAnObjectIsLeftOut() throws Exception {
    List<Object> results = underEach("written");
    assertEquals("7x7", results.get(results.size() - 1));
    assertEquals(List.of("0x7", "7x1"), results.subList(0, 2));
  }

  @Test
  void everyMutantThatIsMadeHasANumberOfItsOwn() throws Exception {
    run("sum");
    int made = Natives.mutantCount();
    TreeSet<Integer> numbers = new TreeSet<>();
    for (String method : List.of("smaller", "sum", "truth", "said", "isSame")) {
      numbers.addAll(reached(method));
    }
    assertEquals(made, Natives.mutantCount(), "they are counted when the class is loaded");
    assertEquals(true, numbers.last() < Natives.FIRST_MUTANT + made);
  }

  @Test
  void aMeasuredClassKeepsItsMembers() throws Exception {
    Subject measured = new Subject(Transformer.MEASURED);
    Subject mutated = new Subject(Transformer.MUTATE_MEASURED);
    assertEquals(members(measured), members(mutated));
    assertNotEquals(members(subject), members(mutated));
  }

  /** A class that is loaded can be changed into another one of the same members only. */
  private static TreeSet<String> members(Subject subject) throws Exception {
    Class<?> type = subject.loader().loadClass("org.palus.subject.Mutable");
    TreeSet<String> members = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      members.add(field.toString());
    }
    for (Method method : type.getDeclaredMethods()) {
      members.add(method.toString());
    }
    return members;
  }
}
